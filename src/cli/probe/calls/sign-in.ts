/** Gets the tokens of a probe, and finds out how the token endpoint takes its parameters (ruling R3). */
import { operationOf } from '../../../contract/endpoints.ts';
import { TokenResponse } from '../../../contract/tokens.ts';
import { fieldOf, isJsonObject } from '../../../json/json-object.ts';
import { AccessToken, type ClientCredentials, type Secret } from '../../../upstream/call/credentials.ts';
import type { CallScope, ServiceClient } from '../../../upstream/client.ts';
import { type Grant, requestToken } from '../../../upstream/endpoints/tokens.ts';
import { BASE_ADDRESS } from '../../process/failure-advice.ts';
import { Findings, findingOf } from '../findings/finding.ts';
import { compareShape } from '../findings/shape.ts';
import { type EndpointReport, reportOn } from '../report.ts';
import { type Attempt, attempt } from './attempt.ts';

/** Places where the token endpoint may take its parameters. */
export type TokenParams = ServiceClient['tokenParams'];

/** Whom to sign in. */
export interface Credentials {
  readonly application: ClientCredentials;
  /** Null for the application alone. */
  readonly user: { readonly username: string; readonly password: Secret } | null;
}

/** The tokens; null where there is none. */
export interface SignedIn {
  readonly application: AccessToken | null;
  readonly user: AccessToken | null;
  readonly report: EndpointReport;
}

/** Returns whether a response may come from something else than a token endpoint. */
const isDoubtful = (got: Attempt<unknown>): boolean =>
  got.ok || (got.failure.status !== null && (got.failure.status < 400 || [404, 405, 501].includes(got.failure.status)));

const hasError = (body: unknown): boolean => isJsonObject(body) && (fieldOf(body, 'Error') ?? '') !== '';

const otherThan = (params: TokenParams): TokenParams => (params === 'headers' ? 'form' : 'headers');
const inWords = { headers: 'request headers', form: 'a form' } as const;

/**
 * Signs in: the application with its parameters in both places, then the user in the one that works.
 *
 * @param services a client for each place
 */
export const signIn = async (
  services: Readonly<Record<TokenParams, ServiceClient>>,
  configured: TokenParams,
  { application, user }: Credentials,
  scope: CallScope,
): Promise<SignedIn> => {
  const findings = new Findings();
  let isTokenEndpoint = false;

  const getToken = (params: TokenParams, grant: Grant): Promise<Attempt<AccessToken | null>> =>
    attempt(async () => {
      const service = services[params];
      let body: unknown;
      const result = await requestToken(
        {
          tokenParams: params,
          sendGrant: (parameters, itsScope, reader) =>
            service.sendGrant(parameters, itsScope, (json, ...rest) => {
              body = json;
              return reader(json, ...rest);
            }),
        },
        grant,
        scope,
      );
      // A token endpoint gives tokens, and refuses with an `Error`; any other path may refuse with a `Message`.
      isTokenEndpoint ||= result.kind === 'granted' || hasError(body);
      if (result.kind === 'refused') return null;
      compareShape(TokenResponse, body, TokenResponse.name, findings);
      return AccessToken.parse(result.token.Access_token);
    });

  const tokenOf = (got: Attempt<AccessToken | null>): AccessToken | null => (got.ok ? got.result : null);
  const failureOf = (who: string, got: Attempt<AccessToken | null>): string[] => {
    if (!got.ok) return [`${who}: ${got.failure.text}`];
    return got.result === null ? [`${who}: refused`] : [];
  };

  const grant = { grant: 'client_credentials', client: application } as const;
  const usual = await getToken(configured, grant);
  const other = otherThan(configured);
  const unusual = await getToken(other, grant);
  const works = tokenOf(usual) === null && tokenOf(unusual) !== null ? other : configured;
  // Assumption: R3.
  if (tokenOf(usual) !== null) {
    const text = `parameters are taken from ${inWords[configured]}${tokenOf(unusual) === null ? '' : `, and from ${inWords[other]} too`}`;
    findings.add(findingOf('R3', 'holds', text));
  } else if (works === other) {
    const text = `parameters are taken from ${inWords[other]} only: set LISTINGS_TOKEN_PARAMS=${other}`;
    findings.add(findingOf('R3', 'open', text));
  }
  const ofApplication = works === other ? unusual : usual;
  const ofUser = user === null ? null : await getToken(works, { grant: 'password', client: application, ...user });
  const failures = [
    ...failureOf('client credentials', ofApplication),
    ...(ofUser === null ? [] : failureOf('password', ofUser)),
  ];
  if (!isTokenEndpoint && [usual, unusual].every(isDoubtful)) {
    failures.push(`perhaps at the wrong address: --url, or LISTINGS_API_URL, must be ${BASE_ADDRESS}`);
  }
  return {
    application: tokenOf(ofApplication),
    user: ofUser === null ? null : tokenOf(ofUser),
    report: reportOn(operationOf('requestToken'), findings.list(), failures.length === 0 ? null : failures.join(', ')),
  };
};
