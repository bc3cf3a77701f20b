/** Looks ahead in an operation for the most similar listings that it asks for anywhere. */
import {
  type DocumentNode,
  type ExecutionArgs,
  type FieldNode,
  type GraphQLField,
  type GraphQLSchema,
  getArgumentValues,
  getOperationAST,
  isObjectType,
  Kind,
  visit,
} from 'graphql';
import { coerceVariables } from './coerce-variables.ts';

/** Most similar listings that may be asked for. */
export const MAX_RELATED = 50;

const RELATED = 'related';

interface RelatedFields {
  /** The largest number of those that say it themselves, or leave it to the schema. */
  readonly fixed: number;
  /** Those whose number comes with the request. */
  readonly variable: readonly FieldNode[];
}

/** Results by document, which are kept over many operations. */
const found = new WeakMap<DocumentNode, RelatedFields>();

const readFirst = (...parameters: Parameters<typeof getArgumentValues>): number => {
  try {
    const { first }: Readonly<Record<string, unknown>> = getArgumentValues(...parameters);
    return typeof first === 'number' ? Math.min(first, MAX_RELATED) : 0;
  } catch {
    // A value that cannot be read fails where the field is resolved.
    return 0;
  }
};

const definitionIn = (schema: GraphQLSchema): GraphQLField<unknown, unknown> | undefined => {
  const listing = schema.getType('Listing');
  return isObjectType(listing) ? listing.getFields()[RELATED] : undefined;
};

const findFields = (schema: GraphQLSchema, document: DocumentNode): RelatedFields => {
  const definition = definitionIn(schema);
  let fixed = 0;
  const variable: FieldNode[] = [];
  visit(document, {
    Field: (node) => {
      if (definition === undefined || node.name.value !== RELATED) return;
      if (node.arguments?.some(({ value }) => value.kind === Kind.VARIABLE)) variable.push(node);
      else fixed = Math.max(fixed, readFirst(definition, node));
    },
  });
  return { fixed, variable };
};

const fieldsOf = (schema: GraphQLSchema, document: DocumentNode): RelatedFields => {
  const known = found.get(document);
  if (known !== undefined) return known;
  const fields = findFields(schema, document);
  found.set(document, fields);
  return fields;
};

/**
 * The largest `first` of any `Listing.related` in the operation; 0 when it has none.
 *
 * Assumption: R40. One detail call serves a listing in an operation, and fields of one listing may be reached by several
 * paths at different times: so the number is taken from the document, not from whoever asks first.
 */
export const largestRelated = ({ schema, document, operationName, variableValues }: ExecutionArgs): number => {
  const { fixed, variable } = fieldsOf(schema, document);
  const definition = variable.length === 0 ? undefined : definitionIn(schema);
  const operation = getOperationAST(document, operationName);
  if (definition === undefined || operation == null) return fixed;
  const { variableDefinitions = [] } = operation;
  const coerced = coerceVariables(schema, variableDefinitions, variableValues) ?? {};
  return variable.reduce((largest, node) => Math.max(largest, readFirst(definition, node, coerced)), fixed);
};
