/** Tokens: `/v1/token`. */

import { TokenResponse } from '../../contract/tokens.ts';
import { isJsonObject } from '../../json/json-object.ts';
import { REDACTED } from '../../log/redact.ts';
import type { BodyReader, Call, ReportDrift } from '../call/call.ts';
import { AccessToken, type ClientCredentials, Secret } from '../call/credentials.ts';
import { failureIn, UpstreamFailure } from '../call/failure.ts';
import type { CallScope } from '../call/service-request.ts';
import type { GrantSender } from '../client.ts';
import { decodeBody, type Read } from '../decoding/decode.ts';
import { refusalWordsIn } from '../decoding/refusal-words.ts';
import { UnreadableBodyError } from '../decoding/unwrap.ts';
import { isPlainText } from '../decoding/words.ts';
import { refusalIn, saysFailure } from '../decoding/write-result.ts';
import type { TokenParameters } from '../request.ts';
import { type GrantRefusal, readGrantRefusal, type GrantWords, replaceWord } from './grant-refusal.ts';

/** The credentials that a token is asked for with. */
export type Grant =
  | { readonly grant: 'client_credentials'; readonly client: ClientCredentials }
  | {
      readonly grant: 'password';
      readonly client: ClientCredentials;
      readonly username: string;
      readonly password: Secret;
    }
  | { readonly grant: 'refresh_token'; readonly client: ClientCredentials; readonly refreshToken: Secret };

/** A token response that has an access token. */
export type GrantedToken = Omit<Read<typeof TokenResponse>, 'Access_token' | 'Refresh_token'> & {
  readonly Access_token: AccessToken;
  /** For a refresh that brings no new one, the one that was given: it stays valid (RFC 6749, 6). */
  readonly Refresh_token: Secret | null;
};

/** The result of a grant. */
export type GrantResult = { readonly kind: 'granted'; readonly token: GrantedToken } | GrantRefusal;

const parametersOf = (grant: Grant): TokenParameters => {
  const application = {
    grant_type: grant.grant,
    client_id: grant.client.clientId,
    client_secret: grant.client.clientSecret.reveal(),
  };
  if (grant.grant === 'password') {
    return { ...application, username: grant.username, password: grant.password.reveal() };
  }
  return grant.grant === 'refresh_token' ? { ...application, refresh_token: grant.refreshToken.reveal() } : application;
};

/** Whether nobody could tell a secret from a word, a telephone number or a short code. */
const looksCommon = (secret: string): boolean =>
  secret.length < 6 || (secret.length < 16 && /^(?:\p{L}+|\d+)$/u.test(secret));

/** A result without what was sent that is secret, where that stands in it as a word of its own. */
const withoutGiven = (
  result: GrantResult,
  { password, client_secret, refresh_token }: TokenParameters,
): GrantResult => {
  if (result.kind === 'granted') return result;
  const secrets = [password, client_secret, refresh_token].filter((secret) => secret && !looksCommon(secret));
  const text = secrets.reduce<string>((rest, secret = '') => replaceWord(rest, secret, REDACTED), result.text);
  return { ...result, text };
};

/** Each field is null. */
const NO_INFO = { Username: null };

const decodeToken = (json: unknown, drift: ReportDrift): Read<typeof TokenResponse> => {
  try {
    return decodeBody(TokenResponse, json, drift);
  } catch (error) {
    if (!(error instanceof UnreadableBodyError)) throw error;
    // Assumption: R7. The response has no declared type: what is no such structure is a response all the same.
    return decodeBody(TokenResponse, NO_INFO, drift);
  }
};

/** The words of a refusal whose body is no token response. @throws UnreadableBodyError for what is none */
const wordsOfOther = (json: unknown, status: number): string | null => {
  const refusal = status < 400 ? refusalIn(json) : json;
  const { serviceMessage: text } = refusalWordsIn(refusal);
  if (refusal === undefined || (text === null && status > 401)) throw new UnreadableBodyError(TokenResponse.name);
  return text;
};

/** Statuses of an address that has no token endpoint. Assumption: R49. A refusal by one of them names credentials, or has a code of OAuth 2.0. */
const NO_ENDPOINT: ReadonlySet<number> = new Set([404, 405, 410]);

/** @throws UnreadableBodyError for what says nothing of whoever asked, and comes from where no token endpoint is */
const readRefusal = (words: GrantWords): GrantRefusal => {
  const refusal = readGrantRefusal(words);
  if (refusal.about === 'request' && !refusal.saysCredentials && NO_ENDPOINT.has(words.status)) {
    throw new UnreadableBodyError(TokenResponse.name);
  }
  return refusal;
};

const readGrant =
  ({ username, password, refresh_token }: TokenParameters): BodyReader<GrantResult> =>
  (json, drift, _text, status = 200) => {
    const token = decodeToken(json, drift);
    const { Access_token, Refresh_token, Error: error, Error_description: description, Message: message } = token;
    const text = description || message || null;
    const given = [username, password, refresh_token];
    // Assumption: R39. An `Error` counts whatever the status, and whatever else is there.
    if (error && (status >= 400 || saysFailure(error))) return readRefusal({ status, error, text, given });
    if (!Access_token) return readRefusal({ status, error: null, text: text ?? wordsOfOther(json, status), given });
    const accessToken = AccessToken.parse(Access_token);
    // A token that no header can carry is none.
    if (accessToken === null) throw new UnreadableBodyError(TokenResponse.name);
    const refreshToken = Refresh_token || refresh_token;
    return {
      kind: 'granted',
      token: {
        ...token,
        Access_token: accessToken,
        Refresh_token: refreshToken === undefined ? null : new Secret(refreshToken),
      },
    };
  };

/** A refusal that says nothing but its status. */
const isPlainRefusal = ({ kind, status }: UpstreamFailure): boolean =>
  kind === 'token_rejected' || (kind === 'rejected' && status === 400);

const isUnreadableSuccess = ({ kind, status }: UpstreamFailure): boolean =>
  kind === 'unreadable' && status !== null && status < 300;

/**
 * Asks for a token: `POST /v1/token`. It is sent once; nothing here repeats it.
 *
 * @throws InvalidCredentialInputError when a credential cannot be sent as it is; nothing was sent
 * @throws UpstreamFailure when there is no response that could be read; of the code RESULT_UNKNOWN when the connection broke after the
 *   credentials were sent, or the response to a refresh cannot be read: its token may be used up
 */
export const requestToken = async (service: GrantSender, grant: Grant, scope: CallScope = {}): Promise<GrantResult> => {
  const parameters = parametersOf(grant);
  try {
    return withoutGiven(await service.sendGrant(parameters, scope, readGrant(parameters)), parameters);
  } catch (error) {
    // OAuth 2.0 refuses with these statuses, and nobody sent a token that could be refreshed.
    const failure = failureIn(error);
    if (failure === null) throw error;
    const { operation, status } = failure;
    if (isPlainRefusal(failure)) return readGrantRefusal({ status: status ?? 400, error: null, text: null });
    if (NO_ENDPOINT.has(status ?? 0)) throw new UpstreamFailure('unreadable', { operation, status });
    if (grant.grant !== 'refresh_token' || !isUnreadableSuccess(failure)) throw failure;
    throw new UpstreamFailure('result_unreadable', { operation, status });
  }
};

/** Description of the caller's token by the service; the tokens themselves are never part of it. */
export type TokenInfo = Omit<Read<typeof TokenResponse>, 'Access_token' | 'Refresh_token'> & {
  /** The response as it came, without the values of tokens. */
  readonly data: unknown;
};

const isTokenField = (name: string): boolean => /token$/i.test(name);

/** A word that long may be a token itself. */
const TOKEN = /^\s*[\w.~+/-]{20,}=*\s*$/;

/** Removes the values of tokens from a response, wherever they stand. */
const withoutTokens = (json: unknown): unknown => {
  if (typeof json === 'string') return TOKEN.test(json) ? null : json;
  if (Array.isArray(json)) return json.map(withoutTokens);
  if (!isJsonObject(json)) return json;
  return Object.fromEntries(
    Object.entries(json).flatMap(([name, value]) => (isTokenField(name) ? [] : [[name, withoutTokens(value)]])),
  );
};

const readTokenInfo = (json: unknown, drift: ReportDrift): TokenInfo => {
  if (typeof json === 'string' && !isPlainText(json)) throw new UnreadableBodyError(TokenResponse.name);
  const { Access_token: _accessToken, Refresh_token: _refreshToken, ...info } = decodeToken(json, drift);
  return { ...info, data: withoutTokens(json) ?? null };
};

/** Asks about the caller's token: `GET /v1/token/query`. */
export const queryToken = (call: Call) => call('queryToken', {}, readTokenInfo);
