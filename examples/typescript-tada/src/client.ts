/** A typed client of the gateway in a hundred lines: it signs in, sends operations, and renews an expired session. */
import type { TadaDocumentNode } from 'gql.tada';
import { Kind, OperationTypeNode } from 'graphql';
import { refreshSession, signIn } from './operations.ts';
import { type Answer, type AnswerError, send } from './send.ts';

interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string | null;
}

/** What came of an operation. */
export interface Result<Data> {
  readonly data: Data;
  /** What went wrong with parts of it, which are null; null if nothing did. */
  readonly problem: string | null;
}

/** Thrown when an operation comes back with errors and nothing else. Not for `userErrors`: those are data. */
export class OperationError extends Error {
  readonly errors: readonly AnswerError[];

  constructor(errors: readonly AnswerError[]) {
    super(errors.map(({ message }) => message).join('\n'));
    this.errors = errors;
  }
}

const isMutation = (document: TadaDocumentNode<unknown, never>): boolean =>
  document.definitions.some(
    (definition) =>
      definition.kind === Kind.OPERATION_DEFINITION && definition.operation === OperationTypeNode.MUTATION,
  );

/**
 * Tells whether an operation was refused for its token, and nothing of it was done: any query, and a mutation whose own field was
 * refused. Deeper in the result of a mutation it means that the change was made and could not be read back.
 */
const isRefused = (document: TadaDocumentNode<unknown, never>, { errors = [] }: Answer<unknown>): boolean =>
  errors.some(
    ({ extensions, path }) => extensions.code === 'UNAUTHENTICATED' && (!isMutation(document) || path?.length === 1),
  );

/** Sends operations on the session of one person. The tokens are in memory only. */
export class ListingsClient {
  readonly #endpoint: string;
  #tokens: Tokens | null = null;
  #renewal: Promise<void> | null = null;

  constructor(endpoint: string) {
    this.#endpoint = endpoint;
  }

  /** Starts a session. @returns what is wrong, for the person; null when it is started */
  async signIn(username: string, password: string): Promise<string | null> {
    const { data, errors } = await send(this.#endpoint, signIn, { input: { username, password } }, null);
    if (errors !== undefined) throw new OperationError(errors);
    this.#tokens = data?.signIn?.session ?? null;
    return data?.signIn?.userErrors[0]?.message ?? null;
  }

  /**
   * Sends an operation, and once more on a new session when the gateway refuses the old one.
   *
   * @throws OperationError when it comes back with errors and nothing else
   */
  async run<Data, Variables>(document: TadaDocumentNode<Data, Variables>, variables: Variables): Promise<Result<Data>> {
    const used = this.#tokens;
    let answer = await send(this.#endpoint, document, variables, used?.accessToken ?? null);
    if (used !== null && isRefused(document, answer)) {
      await this.#renew(used);
      if (this.#tokens !== null) answer = await send(this.#endpoint, document, variables, this.#tokens.accessToken);
    }
    const { data, errors = [] } = answer;
    const failure = new OperationError(errors);
    if (data == null || (errors.length > 0 && Object.values(data).every((field) => field === null))) throw failure;
    return { data, problem: failure.message || null };
  }

  /** Replaces the tokens that were refused, once for all requests that find them so. */
  async #renew(refused: Tokens): Promise<void> {
    if (this.#tokens !== refused) return;
    this.#renewal ??= this.#replace(refused.refreshToken).finally(() => {
      this.#renewal = null;
    });
    await this.#renewal;
  }

  async #replace(refreshToken: string | null): Promise<void> {
    if (refreshToken === null) {
      this.#tokens = null;
      return;
    }
    const { data, errors } = await send(this.#endpoint, refreshSession, { input: { refreshToken } }, null);
    // An error is no refusal: the gateway may have been busy, and the refresh token is still good.
    if (errors === undefined) this.#tokens = data?.refreshSession?.session ?? null;
  }
}
