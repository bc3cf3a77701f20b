/** Tokens and secrets, which print as `[redacted]` wherever they end up. */
import { inspect } from 'node:util';
import { REDACTED } from '../../log/redact.ts';

const MAX_TOKEN_LENGTH = 8192;
const VISIBLE_ASCII = /^[\x21-\x7e]+$/;
const VISIBLE_ASCII_AND_SPACE = /^[\x20-\x7e]+$/;

/** Holds a value that only `reveal` hands out; text, JSON and inspection show `[redacted]`. */
abstract class Redacted<Kind extends string> {
  /** For the type checker alone: one kind cannot stand for another. */
  declare protected readonly kind: Kind;
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  /** The value itself, for the one place that sends it. */
  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return REDACTED;
  }

  toJSON(): string {
    return REDACTED;
  }

  [inspect.custom](): string {
    return REDACTED;
  }
}

/** A bearer token that a header can carry. */
export class AccessToken extends Redacted<'access token'> {
  private constructor(value: string) {
    super(value);
  }

  /**
   * Takes a token from text.
   *
   * @returns null unless it is 1 to 8,192 visible ASCII characters without spaces
   */
  static parse(value: string): AccessToken | null {
    return value.length <= MAX_TOKEN_LENGTH && VISIBLE_ASCII.test(value) ? new AccessToken(value) : null;
  }
}

/** A client secret, password or refresh token: any text. Whether a header can carry it is checked when it is sent. */
export class Secret extends Redacted<'secret'> {}

/** An application that is registered with the service. */
export interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: Secret;
}

/**
 * Checks that a value arrives unchanged when it is sent as an HTTP header (assumption R3).
 *
 * Only visible ASCII characters and inner spaces are accepted. CR, LF and NUL would end the header or the request; outer
 * spaces are trimmed by every HTTP parser; and characters above U+007E have no agreed encoding in a header, so a password
 * with an accent would arrive as another password.
 *
 * @returns what is wrong with it, without the value; null when nothing is
 */
export const checkHeaderSafe = (value: string): string | null => {
  if (value === '') return 'is empty';
  if (/[\r\n]/.test(value)) return 'contains a line break';
  if (value.includes('\0')) return 'contains a NUL character';
  if (value.startsWith(' ') || value.endsWith(' ')) return 'starts or ends with a space';
  if (!VISIBLE_ASCII_AND_SPACE.test(value)) return 'contains a character that an HTTP header cannot carry';
  return null;
};

/** A credential cannot be sent as it is; nothing was sent. */
export class InvalidCredentialInputError extends Error {
  /** Name of the parameter of the token endpoint, e.g. `client_secret`. */
  readonly parameter: string;
  /** Its fault, without the value. */
  readonly problem: string;

  constructor(parameter: string, problem: string) {
    super(`${parameter} ${problem}.`);
    this.name = 'InvalidCredentialInputError';
    this.parameter = parameter;
    this.problem = problem;
  }
}
