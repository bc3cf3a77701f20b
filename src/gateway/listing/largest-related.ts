/** Looks ahead in an operation for the most similar listings that it asks for anywhere. */
import {
  type DocumentNode,
  type ExecutionArgs,
  getArgumentValues,
  getOperationAST,
  getVariableValues,
  isObjectType,
  visit,
} from 'graphql';

/** Most similar listings that may be asked for. */
export const MAX_RELATED = 50;

const RELATED = 'related';

/** What was found in documents, which are kept over many operations. */
const asking = new WeakMap<DocumentNode, boolean>();

/** Tells whether a document has any field of that name. */
const asksForRelated = (document: DocumentNode): boolean => {
  const known = asking.get(document);
  if (known !== undefined) return known;
  let asks = false;
  visit(document, {
    Field: ({ name }) => {
      asks ||= name.value === RELATED;
    },
  });
  asking.set(document, asks);
  return asks;
};

/**
 * The largest `first` of any `Listing.related` in the operation; 0 when it has none.
 *
 * One detail call serves a listing in an operation (ruling R40), and fields of one listing may be reached by several
 * paths at different times: so the number is taken from the document, not from whoever asks first.
 */
export const largestRelated = ({ schema, document, operationName, variableValues }: ExecutionArgs): number => {
  if (!asksForRelated(document)) return 0;
  const listing = schema.getType('Listing');
  const field = isObjectType(listing) ? listing.getFields()[RELATED] : undefined;
  const operation = getOperationAST(document, operationName);
  if (field === undefined || operation == null) return 0;
  const { coerced = {} } = getVariableValues(schema, operation.variableDefinitions ?? [], variableValues ?? {});
  let largest = 0;
  visit(document, {
    Field: (node) => {
      if (node.name.value !== field.name) return;
      const first: unknown = readArguments(field, node, coerced)['first'];
      if (typeof first === 'number') largest = Math.max(largest, Math.min(first, MAX_RELATED));
    },
  });
  return largest;
};

const readArguments = (...parameters: Parameters<typeof getArgumentValues>): Readonly<Record<string, unknown>> => {
  try {
    return getArgumentValues(...parameters);
  } catch {
    // A value that cannot be read fails where the field is resolved.
    return {};
  }
};
