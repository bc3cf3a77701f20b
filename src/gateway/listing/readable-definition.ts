/** The owner's view of a listing as a source of values that other views may lack. */
import type { ListingDefinition } from '../../contract/listings.ts';
import type { Read } from '../../upstream/decode.ts';
import { UpstreamForbiddenError, UpstreamUnauthenticatedError } from '../../upstream/errors.ts';
import type { Int64 } from '../../upstream/int64.ts';
import type { GatewayContext } from '../context.ts';

/** A listing as its owner edits it. */
export type DefinitionView = Read<typeof ListingDefinition>;

/** The definition when the caller may read it, else null: it is not the caller's fault that it is asked for (R19). */
export const readableDefinition = async (id: Int64, { loaders }: GatewayContext): Promise<DefinitionView | null> => {
  try {
    return await loaders.listingDefinitionById.load(id);
  } catch (error) {
    if (error instanceof UpstreamUnauthenticatedError || error instanceof UpstreamForbiddenError) return null;
    throw error;
  }
};
