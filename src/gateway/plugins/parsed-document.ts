/** What parsing came to, as plugins are told of it. */
import type { DocumentNode } from 'graphql';

/** Tells a parsed document from an error. */
export const isDocument = (result: unknown): result is DocumentNode =>
  typeof result === 'object' && result !== null && 'definitions' in result;
