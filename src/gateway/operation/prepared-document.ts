/** Documents that are ready to run: within the limits, and valid, before anything of them runs; parsed and validated once while they are kept. */
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  NoFragmentCyclesRule,
  type OperationDefinitionNode,
  specifiedRules,
  type ValidationRule,
  validate,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { carriesCredentials, credentialProblem } from '../documents/credential-rules.ts';
import { exceededByDocument } from '../documents/document-size.ts';
import { parseDocument } from '../documents/document-text.ts';
import type { OperationLimits } from '../documents/operation-limits.ts';
import { badRequest, badUserInput, overLimit } from '../errors/graphql-errors.ts';
import { createPreparedOperation, type PreparedOperation } from './prepared-operation.ts';

/** A document that has been checked. */
export interface PreparedDocument {
  readonly document: DocumentNode;
  /** What is wrong with it; it may run when nothing is. */
  readonly errors: readonly GraphQLError[];
  /** The operation of a name, or the only one; null when that does not identify one. */
  operation(name: string | null): PreparedOperation | null;
}

/** A document that has been checked, or why a text is none, or over a limit. */
type Preparation = PreparedDocument | GraphQLError;

/** Returns whether a document may run. */
export const mayRun = (prepared: Preparation): prepared is PreparedDocument & { readonly errors: readonly [] } =>
  !(prepared instanceof GraphQLError) && prepared.errors.length === 0;

const MAX_DOCUMENTS = 4_000;
/** Memory for what is kept, in bytes, as far as known: what grows with use comes on top. */
const MAX_KEPT_BYTES = 32 * 1024 * 1024;
/** What one counts for at least, so that there are no more than `MAX_DOCUMENTS`. */
const LEAST_BYTES = Math.floor(MAX_KEPT_BYTES / MAX_DOCUMENTS);
/** Bytes that a document takes, as measured: by itself, for each token and for each character of its text. */
const measured = { document: 4_000, token: 450, character: 2 } as const;

const countTokens = ({ loc }: DocumentNode): number => {
  let count = 0;
  for (let token = loc?.startToken ?? null; token !== null; token = token.next) count += 1;
  return count;
};

/** Bytes that a document takes. It is the tokens that cost, far more than the text that they come from. */
export const bytesOf = (document: DocumentNode, text: string): number =>
  measured.document + measured.token * countTokens(document) + measured.character * text.length;

/** Message of graphql-js when it stops at its limit of tokens. */
const isTooManyTokens = (error: unknown): boolean =>
  error instanceof Error && /more that \d+ tokens/.test(error.message);

const parseWithin = (text: string, { tokens }: OperationLimits): DocumentNode => {
  try {
    return parseDocument(text, { maxTokens: tokens });
  } catch (error) {
    if (isTooManyTokens(error)) throw overLimit({ name: 'tokens', what: 'tokens', limit: tokens, figure: tokens + 1 });
    if (!(error instanceof GraphQLError)) throw error;
    const { message, nodes, source, positions } = error;
    throw new GraphQLError(message, {
      nodes: nodes ?? null,
      source: source ?? null,
      positions: positions ?? null,
      extensions: badRequest('GRAPHQL_PARSE_FAILED', message, { status: 400, spec: true }).extensions,
    });
  }
};

const invalid = ({ message, nodes }: GraphQLError): GraphQLError =>
  new GraphQLError(message, {
    nodes: nodes ?? null,
    extensions: badRequest('GRAPHQL_VALIDATION_FAILED', message, { status: 400, spec: true }).extensions,
  });

const preparedOf = (
  document: DocumentNode,
  errors: readonly GraphQLError[],
  { schema }: DocumentRules,
): PreparedDocument => {
  const operations = new Map<OperationDefinitionNode, PreparedOperation>();
  return {
    document,
    errors,
    operation: (name) => {
      const definition = getOperationAST(document, name);
      if (definition == null) return null;
      const known = operations.get(definition);
      if (known !== undefined) return known;
      const prepared = createPreparedOperation(schema, document, definition);
      operations.set(definition, prepared);
      return prepared;
    },
  };
};

/** Rules for documents. */
export interface DocumentRules {
  readonly schema: GraphQLSchema;
  readonly limits: OperationLimits;
  /** Rules of validation beside those of the specification of GraphQL. */
  readonly rules: readonly ValidationRule[];
}

/** Why a document may not even be validated; null when it may. */
const problemOf = (document: DocumentNode, { limits }: DocumentRules): GraphQLError | null => {
  const exceeded = exceededByDocument(document, limits);
  if (exceeded !== null) return overLimit(exceeded);
  const problem = credentialProblem(document);
  return problem === null ? null : badUserInput(problem, { status: 400, spec: true });
};

/** Refuses operations of a kind that the schema has none of, before anything runs (section 5.2.1.1): graphql-js notices only then. */
const knownOperationTypesRule: ValidationRule = (context) => ({
  OperationDefinition: (node) => {
    if (context.getSchema().getRootType(node.operation) != null) return;
    context.reportError(new GraphQLError(`The schema has no operations of type "${node.operation}".`, { nodes: node }));
  },
});

/** Errors that a document is told of: to find one costs as much as to answer several small documents. */
const maxErrors = 10;

const findErrors = (document: DocumentNode, { schema, rules }: DocumentRules): readonly GraphQLError[] => {
  // Other rules would walk around in a circle of fragments, as deep as there are pairs of them.
  const circles = validate(schema, document, [NoFragmentCyclesRule]);
  const errors =
    circles.length > 0
      ? circles
      : validate(schema, document, [...specifiedRules, knownOperationTypesRule, ...rules], { maxErrors });
  return errors.map(invalid);
};

/** Checks a document that was not made of a text here. */
export const checkDocument = (document: DocumentNode, rules: DocumentRules): PreparedDocument => {
  const problem = problemOf(document, rules);
  return preparedOf(document, problem === null ? findErrors(document, rules) : [problem], rules);
};

/** Makes a document ready to run. */
export const prepareDocument = (text: string, rules: DocumentRules): Preparation => {
  const bytes = Buffer.byteLength(text);
  const limit = rules.limits.documentBytes;
  if (bytes > limit) return overLimit({ name: 'documentBytes', what: 'bytes of text', limit, figure: bytes });
  try {
    const document = parseWithin(text, rules.limits);
    return problemOf(document, rules) ?? preparedOf(document, findErrors(document, rules), rules);
  } catch (error) {
    if (error instanceof GraphQLError) return error;
    throw error;
  }
};

/** Gives a document that is kept anyway, whatever else is asked; null for any other. */
export type FindTrusted = (text: string) => PreparedDocument | null;

/**
 * Creates what makes documents ready. Those that may run are kept, bounded in number and size. Refused ones are not, for
 * there is no end of wrong texts, nor are those that start a session.
 */
export const createDocumentCache = (rules: DocumentRules, findTrusted: FindTrusted = () => null) => {
  const cached = new LRUCache<string, PreparedDocument>({ maxSize: MAX_KEPT_BYTES });

  return {
    /** Whether a text is kept; trusted ones are elsewhere. */
    isKnown: (text: string): boolean => cached.has(text),
    prepare: (text: string): Preparation => {
      const known = findTrusted(text) ?? cached.get(text);
      if (known !== undefined) return known;
      const prepared = prepareDocument(text, rules);
      if (mayRun(prepared) && !carriesCredentials(prepared.document))
        cached.set(text, prepared, { size: Math.max(LEAST_BYTES, bytesOf(prepared.document, text)) });
      return prepared;
    },
    /** Documents that are kept, and the memory that they take, in bytes. */
    get cached() {
      return { documents: cached.size, bytes: cached.calculatedSize };
    },
  };
};
