/** The owner's view of a listing as a source of values that other views may lack. */

import type { Int64 } from '../../../../json/int64.ts';
import { hasCode } from '../../../../upstream/call/failure.ts';
import type { DefinitionView } from '../../../listing-views/views.ts';
import type { GatewayContext } from '../../core/context.ts';

/** The definition when the caller may read it, else null: it is not the caller's fault that it is asked for (R19). */
export const readableDefinition = async (id: Int64, { loaders }: GatewayContext): Promise<DefinitionView | null> => {
  try {
    return await loaders.listingDefinitionById.load(id);
  } catch (error) {
    if (hasCode(error, 'UNAUTHENTICATED', 'FORBIDDEN')) return null;
    throw error;
  }
};
