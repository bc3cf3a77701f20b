/** Finds out in which header the service takes the token (ruling R2). */
import type { Call } from '../../../upstream/call/call.ts';
import { type Finding, findingOf } from '../findings/finding.ts';
import { type Attempt, attempt, isRefusal } from './attempt.ts';

/** The two spellings that the rulings know. */
const tokenHeaders = ['Authorisation', 'Authorization'] as const;

/** The header to use, and what was found out. */
export interface TokenHeader {
  readonly header: string;
  readonly findings: readonly Finding[];
}

/**
 * Calls `GET /v1/sections` with the token in each header.
 *
 * @param callIn makes calls with the token in a header
 */
export const findTokenHeader = async (configured: string, callIn: (header: string) => Call): Promise<TokenHeader> => {
  const others = tokenHeaders.filter((header) => header.toLowerCase() !== configured.toLowerCase());
  const tried: { readonly header: string; readonly tried: Attempt<unknown> }[] = [];
  for (const header of [configured, ...others]) {
    tried.push({ header, tried: await attempt(() => callIn(header)('listSections', {})) });
  }
  const taken = tried.filter((each) => each.tried.ok).map(({ header }) => header);
  const isRefused = tried.some((each) => each.header === configured && !each.tried.ok && isRefusal(each.tried.failure));
  // Assumption: R2.
  if (taken.includes(configured)) {
    return {
      header: configured,
      findings: [findingOf('R2', 'holds', `the token is taken from ${taken.join(' and from ')}`)],
    };
  }
  const [only] = taken;
  if (isRefused && only !== undefined) {
    const text = `the token is taken from ${only}, not from ${configured}: set LISTINGS_AUTH_HEADER=${only}`;
    return { header: only, findings: [findingOf('R2', 'open', text)] };
  }
  return { header: configured, findings: [] };
};
