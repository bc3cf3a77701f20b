/** Parses and validates the document of an operation, and that which a plugin put in its place. */
import {
  type DocumentNode,
  type ExecutionArgs,
  GraphQLError,
  getOperationAST,
  specifiedRules,
  type ValidationRule,
  validate,
} from 'graphql';
import { badRequest } from '../errors/graphql-errors.ts';
import {
  type DocumentRules,
  type FindTrusted,
  type PreparedDocument,
  checkDocument,
  createDocumentCache,
} from '../operation/prepared-document.ts';
import type { PreparedOperation } from '../operation/prepared-operation.ts';
import type { Stage } from './engine.ts';

/** The error of a request that names no operation of its document. */
const noSuchOperation = (operationName: string | null): GraphQLError => {
  const problem =
    operationName === null
      ? 'The document has several operations: say which one to run, with "operationName".'
      : 'The document has no operation with the name that "operationName" gives.';
  return badRequest('BAD_REQUEST', problem, { status: 400, spec: false });
};

/** Creates the stage. `findTrusted` gives documents that are ready for as long as the gateway runs. */
export const createParseAndValidate = (rules: DocumentRules, findTrusted: FindTrusted) => {
  const cache = createDocumentCache(rules, findTrusted);
  const ownRules: ReadonlySet<ValidationRule> = new Set(specifiedRules);
  const known = new WeakMap<DocumentNode, PreparedDocument>();

  const remember = (prepared: PreparedDocument): PreparedDocument => {
    known.set(prepared.document, prepared);
    return prepared;
  };

  /** Parses a text. @throws GraphQLError when it is no document, or over a limit */
  const parse = (text: string): DocumentNode => {
    const prepared = cache.prepare(text);
    if (prepared instanceof GraphQLError) throw prepared;
    return remember(prepared).document;
  };

  /** What is known of a document; one that a plugin has put in the place of another is checked first. */
  const preparedOf = (document: DocumentNode): PreparedDocument =>
    known.get(document) ?? remember(checkDocument(document, rules));

  const stage: Stage = {
    onParse: ({ setParseFn, context: { params } }) => {
      setParseFn((source: string) => parse(source));
      return ({ result }) => {
        const { operationName = null } = params;
        if (!(result instanceof Error) && getOperationAST(result, operationName) == null) {
          throw noSuchOperation(operationName);
        }
      };
    },
    onValidate: ({ setValidationFn }) => {
      setValidationFn((_schema: unknown, document: DocumentNode, all: readonly ValidationRule[] = []) => {
        const { errors } = preparedOf(document);
        // Yoga names those of the specification each time.
        if (all.length === ownRules.size) return errors;
        const added = all.filter((rule) => !ownRules.has(rule));
        return [...errors, ...validate(rules.schema, document, added)];
      });
    },
  };

  return {
    stage,
    /** Whether a text is kept as a document that is ready to run; trusted ones are elsewhere. */
    isKnown: cache.isKnown,
    /** The operation that is about to run, of whichever document. @throws AggregateError of what is wrong with the document */
    operationOf: ({
      document,
      operationName = null,
    }: Pick<ExecutionArgs, 'document' | 'operationName'>): PreparedOperation => {
      const prepared = preparedOf(document);
      if (prepared.errors.length > 0) throw new AggregateError(prepared.errors);
      const operation = prepared.operation(operationName);
      if (operation === null) throw noSuchOperation(operationName);
      return operation;
    },
  };
};

/** Documents of operations, as stages use them. */
export type Documents = ReturnType<typeof createParseAndValidate>;
