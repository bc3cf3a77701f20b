/** Prices the operations of documents without running them: for the continuous integration of a front end. */
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLBoolean,
  type GraphQLError,
  type GraphQLInputType,
  GraphQLInt,
  type GraphQLLeafType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  isTypeSystemDefinitionNode,
  isTypeSystemExtensionNode,
  Kind,
  NoUnusedFragmentsRule,
  type OperationDefinitionNode,
  parse,
  print,
  Source,
  specifiedRules,
  typeFromAST,
  validate,
  visit,
} from 'graphql';
import { MAX_PAGE_SIZE } from '../../rest/endpoints/user.ts';
import { fragmentsOf } from '../documents/selections.ts';
import { IncomingPhoto } from '../uploads/incoming-photo.ts';
import { type Plan, planOperation } from './plan.ts';

/** Cost of an operation. */
export interface PricedOperation {
  /** Null for an operation without a name. */
  readonly name: string | null;
  readonly plan: Plan;
}

/** The document cannot be priced: it is no GraphQL, or does not fit the schema. */
export class UnpriceableDocumentError extends Error {
  override readonly name = 'UnpriceableDocumentError';
}

/**
 * Parses a document.
 *
 * @param name of its file or entry, for errors
 * @throws UnpriceableDocumentError
 */
export const parseDocument = (text: string, name: string): DocumentNode => {
  try {
    return parse(new Source(text, name));
  } catch (error) {
    throw new UnpriceableDocumentError(error instanceof Error ? error.message : 'The text is no GraphQL.');
  }
};

type Variables = Readonly<Record<string, unknown>>;

/** More switches than this are not tried in all combinations. */
const MAX_SWITCHES = 6;

/** Entries of a list: as many as `nodes` takes. Longer input lists cost no more than what is over any limit already. */
const LIST_LENGTH = 50;

const someFile = new IncomingPhoto(false, () => {});

const worstValue = (type: GraphQLInputType, name: string): unknown => {
  if (isNonNullType(type)) return worstValue(type.ofType, name);
  if (isListType(type)) return Array.from({ length: LIST_LENGTH }, (_, at) => worstValue(type.ofType, `${name}${at}`));
  if (isEnumType(type)) return type.getValues()[0]?.name;
  if (isInputObjectType(type)) {
    return Object.fromEntries(
      Object.values(type.getFields())
        .filter(isRequiredInputField)
        .map((field) => [field.name, worstValue(field.type, `${name}.${field.name}`)]),
    );
  }
  if (type === GraphQLInt) return MAX_PAGE_SIZE;
  // An id of the costliest type; for texts it is as good as any. Other scalars take a number, an instant, or a file.
  return [`Listing:${name}`, 1, '2025-01-01T00:00:00Z', someFile].find((value) => isAccepted(type, value));
};

const isAccepted = (type: GraphQLLeafType, value: unknown): boolean => {
  try {
    return type.parseValue(value) !== undefined;
  } catch {
    return false;
  }
};

const isSwitch = (type: GraphQLInputType): boolean => (isNonNullType(type) ? type.ofType : type) === GraphQLBoolean;

/**
 * Variables that make an operation cost most, several sets where it has switches for `@skip` and `@include`.
 *
 * @param given values that are known
 */
const worstVariables = (
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  given: Variables,
): readonly Variables[] => {
  const fixed: Record<string, unknown> = { ...given };
  const switches: string[] = [];
  for (const { variable, type: typeNode } of variableDefinitions) {
    const name = variable.name.value;
    const type = typeFromAST(schema, typeNode);
    if (Object.hasOwn(given, name) || !isInputType(type)) continue;
    if (isSwitch(type) && switches.length < MAX_SWITCHES) switches.push(name);
    else fixed[name] = isSwitch(type) ? true : worstValue(type, name);
  }
  return Array.from({ length: 2 ** switches.length }, (_, combination) => ({
    ...fixed,
    ...Object.fromEntries(switches.map((name, at) => [name, ((combination >> at) & 1) === 1])),
  }));
};

/** A file that holds fragments for others is no mistake. */
const rules = specifiedRules.filter((rule) => rule !== NoUnusedFragmentsRule);

const isOperation = (definition: { readonly kind: Kind }): definition is OperationDefinitionNode =>
  definition.kind === Kind.OPERATION_DEFINITION;

/** The error, and the file where it is when that is another than the document's. */
const messageOf = ({ message, source }: GraphQLError, { loc }: DocumentNode): string =>
  source === undefined || source === loc?.source ? message : `${message} (in ${source.name})`;

/** A directory of documents often has the schema beside them. */
const isSchema = ({ definitions }: DocumentNode): boolean =>
  definitions.every((definition) => isTypeSystemDefinitionNode(definition) || isTypeSystemExtensionNode(definition));

/**
 * Prices every operation of a document; a schema has none. Variables that are not given take the values that cost most, whatever
 * their defaults: a client may send any.
 *
 * @throws UnpriceableDocumentError
 */
export const priceDocument = (
  schema: GraphQLSchema,
  document: DocumentNode,
  variables: Variables = {},
): readonly PricedOperation[] => {
  if (isSchema(document)) return [];
  const [error] = validate(schema, document, rules);
  if (error !== undefined) throw new UnpriceableDocumentError(messageOf(error, document));
  return priceOperations(schema, document, variables);
};

/**
 * Prices every operation of a document that fits the schema.
 *
 * @throws UnpriceableDocumentError when the variables do not fit
 */
export const priceOperations = (
  schema: GraphQLSchema,
  document: DocumentNode,
  variables: Variables = {},
): readonly PricedOperation[] =>
  document.definitions.filter(isOperation).map((operation) => {
    const name = operation.name?.value ?? null;
    const plans = worstVariables(schema, operation, variables).flatMap(
      (variableValues) => planOperation({ schema, document, operationName: name, variableValues }) ?? [],
    );
    const [plan] = plans.sort((one, other) => other.total - one.total);
    if (plan === undefined)
      throw new UnpriceableDocumentError(`The variables of ${name ?? 'the operation'} do not fit.`);
    return { name, plan };
  });

/** A document and its name. */
export interface NamedDocument {
  /** Its file, or its id in a manifest. */
  readonly name: string;
  readonly document: DocumentNode;
}

/**
 * Gives a document together with the fragments of other files that it needs.
 *
 * @throws UnpriceableDocumentError when it defines a fragment otherwise than another file
 */
export type AddFragments = (named: NamedDocument) => NamedDocument;

/** Collects the fragments of all documents. The same one in several files, as some generators write it, is one. */
export const shareFragments = (documents: readonly NamedDocument[]): AddFragments => {
  /** Each fragment with the first document that defines it. */
  const shared = new Map<string, { readonly home: string; readonly definition: FragmentDefinitionNode }>();
  for (const { name: home, document } of documents) {
    for (const [name, definition] of fragmentsOf(document)) {
      if (!shared.has(name)) shared.set(name, { home, definition });
    }
  }
  return ({ name: file, document }) => {
    const own = fragmentsOf(document);
    for (const [name, definition] of own) {
      const first = shared.get(name);
      if (first !== undefined && first.home !== file && print(first.definition) !== print(definition)) {
        throw new UnpriceableDocumentError(`fragment ${name} has another text than in ${first.home}`);
      }
    }
    const added = new Map<string, FragmentDefinitionNode>();
    const addFor = (node: DocumentNode | FragmentDefinitionNode): void => {
      visit(node, {
        FragmentSpread: ({ name: { value: name } }) => {
          const definition = shared.get(name)?.definition;
          if (definition === undefined || own.has(name) || added.has(name)) return;
          added.set(name, definition);
          addFor(definition);
        },
      });
    };
    addFor(document);
    return { name: file, document: { ...document, definitions: [...document.definitions, ...added.values()] } };
  };
};
