/** Gets the tokens of a probe: how they are asked for, and in which header they are sent (assumptions R2 and R3). */
import type { ClientCredentials, Secret } from '../../rest/call/credentials.ts';
import type { ServiceClient } from '../../rest/client.ts';
import { type Grant, requestToken } from '../../rest/endpoints/tokens.ts';
import { type Attempt, attempt, isRefused } from './attempt.ts';
import type { AddFinding } from './report.ts';

/** Whom to sign in; the user is null for the application alone. */
export interface Credentials {
  readonly application: ClientCredentials;
  readonly user: { readonly username: string; readonly password: Secret } | null;
}

const inWords = { headers: 'request headers', form: 'a form' } as const;

/**
 * Signs in: the application with its parameters in both places, by a client for each, then the user in the one that works.
 *
 * @returns the tokens, null where there is none, and what went wrong, null when nothing did
 */
export const signIn = async (
  [usual, unusual]: readonly [ServiceClient, ServiceClient],
  { application: client, user }: Credentials,
  signal: AbortSignal,
  add: AddFinding,
) => {
  const getToken = async (service: ServiceClient, grant: Grant) => {
    const got = await attempt(() => requestToken(service, grant, { signal }));
    if (!got.ok) return { token: null, failure: got.text };
    const token = got.result.kind === 'granted' ? got.result.token.Access_token : null;
    return { token, failure: token === null ? 'refused' : null };
  };
  const byUsual = await getToken(usual, { grant: 'client_credentials', client });
  const byOther = await getToken(unusual, { grant: 'client_credentials', client });
  const other = unusual.tokenParams;
  // Assumption: R3.
  if (byUsual.token !== null) {
    const too = byOther.token === null ? '' : `, and from ${inWords[other]} too`;
    add('R3', 'holds', `parameters are taken from ${inWords[usual.tokenParams]}${too}`);
  } else if (byOther.token !== null) {
    add('R3', 'open', `parameters are taken from ${inWords[other]} only: set LISTINGS_TOKEN_PARAMS=${other}`);
  }
  const isOther = byUsual.token === null && byOther.token !== null;
  const [service, application] = isOther ? [unusual, byOther] : [usual, byUsual];
  const ofUser = user && (await getToken(service, { grant: 'password', client, ...user }));
  const failures = [
    application.failure && `client credentials: ${application.failure}, "check" says what to do`,
    ofUser?.failure && `password: ${ofUser.failure}`,
  ];
  const failure = failures.filter(Boolean).join('; ') || null;
  return { application: application.token, user: ofUser?.token ?? null, failure };
};

/** Finds the header in which the service takes a token, by a call with it in each; the configured one where it takes none. */
export const findTokenHeader = async (
  configured: string,
  tryIn: (header: string) => Promise<Attempt<unknown>>,
  add: AddFinding,
): Promise<string> => {
  const usual = await tryIn(configured);
  const taken: string[] = usual.ok ? [configured] : [];
  for (const header of ['Authorisation', 'Authorization']) {
    if (header.toLowerCase() !== configured.toLowerCase() && (await tryIn(header)).ok) taken.push(header);
  }
  const [first = configured] = taken;
  // Assumption: R2.
  if (usual.ok) add('R2', 'holds', `the token is taken from ${taken.join(' and from ')}`);
  if (first === configured || !isRefused(usual)) return configured;
  add('R2', 'open', `the token is taken from ${first}, not from ${configured}: set LISTINGS_AUTH_HEADER=${first}`);
  return first;
};
