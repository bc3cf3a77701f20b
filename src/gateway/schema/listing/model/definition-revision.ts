/** The revision of a definition: what tells a form whether it still shows what is stored. */
import { createHash } from 'node:crypto';
import { allWrittenIn } from '../../../../upstream/decoding/decode.ts';
import type { DefinitionView } from '../../../listing-views/views.ts';

/** Returns a text that is the same for equal definitions, in every process. Views are no change: readers count them up. */
export const revisionOf = ({ Views: _views, ...definition }: DefinitionView): string =>
  createHash('sha256')
    .update(JSON.stringify([definition, allWrittenIn(definition)]))
    .digest('base64url')
    .slice(0, 22);
