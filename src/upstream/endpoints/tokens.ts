/** Tokens: `/v1/token`. */

import { inspect } from 'node:util';
import { TokenResponse } from '../../contract/tokens.ts';
import { isJsonObject } from '../../json/json-object.ts';
import { REDACTED } from '../../log/redact-text.ts';
import type { CallScope } from '../call/call-scope.ts';
import type { BodyReader, Call } from '../call/call.ts';
import {
  type ClientCredentials,
  checkHeaderSafe,
  InvalidCredentialInputError,
  type Secret,
} from '../call/credentials.ts';
import type { ReportDrift } from '../call/drift.ts';
import { failureIn, UpstreamFailure } from '../call/failure.ts';
import type { GrantSender } from '../client.ts';
import { decodeBody, type Read } from '../decoding/decode.ts';
import { reasonIn } from '../decoding/reason.ts';
import { UnreadableBodyError } from '../decoding/unwrap.ts';
import { refusalIn } from '../decoding/write-result.ts';
import type { TokenParameters } from '../request.ts';
import { type GrantRefusal, readGrantRefusal } from './grant-refusal.ts';

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

/** A token response that has an access token. JSON and inspection show its tokens as `[redacted]`. */
export type GrantedToken = Read<typeof TokenResponse> & { readonly Access_token: string };

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

const checkParameters = (parameters: TokenParameters, tokenParams: GrantSender['tokenParams']): void => {
  for (const [name, value] of Object.entries(parameters)) {
    // Assumption: R3. A form can carry any text; a header cannot, and must not carry part of it.
    const problem = tokenParams === 'headers' ? checkHeaderSafe(value) : value === '' ? 'is empty' : null;
    if (problem !== null) throw new InvalidCredentialInputError(name, problem);
  }
};

/** A refusal, without what was sent that is secret. */
const withoutGiven = (
  result: GrantResult,
  { password, client_secret, refresh_token }: TokenParameters,
): GrantResult => {
  if (result.kind === 'granted') return result;
  const secrets = [password, client_secret, refresh_token].filter((each) => each !== undefined && each !== '');
  return {
    ...result,
    text: secrets.reduce<string>((text, each) => text.replaceAll(each ?? '', REDACTED), result.text),
  };
};

const redactWhenPrinted = (token: GrantedToken): GrantedToken => {
  const printed = {
    ...token,
    Access_token: REDACTED,
    Refresh_token: token.Refresh_token === null ? null : REDACTED,
  };
  return Object.defineProperties(
    { ...token },
    { toJSON: { value: () => printed }, [inspect.custom]: { value: () => printed } },
  );
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

/** A refusal whose body is no token response. @throws UnreadableBodyError for what is none */
const readOtherRefusal = (json: unknown, status: number): GrantRefusal => {
  const refusal = status < 400 ? refusalIn(json) : json;
  const { serviceMessage: text } = reasonIn(refusal);
  if (refusal === undefined || (text === null && status > 401)) throw new UnreadableBodyError(TokenResponse.name);
  return readGrantRefusal({ status, error: null, text });
};

const readGrant: BodyReader<GrantResult> = (json, drift, _text, status = 200) => {
  const token = decodeToken(json, drift);
  const { Access_token, Error: error, Error_description: description, Message: message } = token;
  const text = description || message || null;
  // Assumption: R39. An `Error` counts whatever the status, and whatever else is there.
  if (error) return readGrantRefusal({ status, error, text });
  if (Access_token) return { kind: 'granted', token: redactWhenPrinted({ ...token, Access_token }) };
  return text === null ? readOtherRefusal(json, status) : readGrantRefusal({ status, error: null, text });
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
  checkParameters(parameters, service.tokenParams);
  try {
    return withoutGiven(await service.sendGrant(parameters, scope, readGrant), parameters);
  } catch (error) {
    // OAuth 2.0 refuses with these statuses, and nobody sent a token that could be refreshed.
    const failure = failureIn(error);
    if (failure === null) throw error;
    const { operation, status } = failure;
    if (isPlainRefusal(failure)) return { kind: 'refused', about: 'unsaid', text: `${status}` };
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
  const { Access_token: _accessToken, Refresh_token: _refreshToken, ...info } = decodeToken(json, drift);
  return { ...info, data: withoutTokens(json) ?? null };
};

/** Asks about the caller's token: `GET /v1/token/query`. */
export const queryToken = async (call: Call): Promise<TokenInfo> => (await call('queryToken', {})).read(readTokenInfo);
