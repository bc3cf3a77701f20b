/** Bounds the calls that come from an address and with a token, so that one caller cannot take it all: each has a leaky bucket, kept as the moment at which it is empty again (GCRA). */
import type { GraphQLError } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Logger } from '../../log/logger.ts';
import { wholeNumber } from '../../settings/kinds.ts';
import { settingIn, type ValuesOf } from '../../settings/setting.ts';
import { rateLimited } from '../errors/graphql-errors.ts';
import { byNetwork } from '../http/client-address.ts';
import type { ClientIdentity } from '../http/client-identity.ts';
import type { RequestHead } from '../http/router.ts';

/** Part of a minute's calls that may be made at once; the others as time goes by. */
const AT_ONCE = 1 / 10;
/** Calls that may always be made at once, if a minute has so many: a page of an app asks for several things together. */
const LEAST_AT_ONCE = 20;
/** Keys that are remembered. */
export const MAX_KEYS = 50_000;

const MINUTE_MS = 60_000;

/**
 * Creates an allowance. It forgets the keys that were used longest ago when there are more than it may remember.
 *
 * @param perMinute calls that may be made in a minute
 * @param now milliseconds on a clock that never goes back
 */
export const createCallAllowance = (perMinute: number, now: () => number) => {
  const msPerCall = MINUTE_MS / perMinute;
  const atOnce = Math.min(perMinute, Math.max(LEAST_AT_ONCE, Math.floor(perMinute * AT_ONCE)));
  const fullAfterMs = (atOnce - 1) * msPerCall;
  // `max` would allocate memory for all of them at once.
  const emptyAt = new LRUCache<string, number>({ maxSize: MAX_KEYS, sizeCalculation: () => 1 });
  return {
    /**
     * Spends calls if there is one left, and gives 0; else spends nothing, and gives the milliseconds until there is one. Who spends more than are
     * left waits the longer for the next.
     */
    spend: (key: string, calls: number): number => {
      const time = now();
      const from = Math.max(time, emptyAt.get(key) ?? 0);
      const waitMs = from - time - fullAfterMs;
      if (waitMs > 0) return waitMs;
      emptyAt.set(key, from + calls * msPerCall);
      return 0;
    },
    get size() {
      return emptyAt.size;
    },
  };
};

/** Bytes of variables, and of a document that is new, which take the processor about as long as a call. */
export const BYTES_PER_CALL = 100;
/** Objects of a response that do. */
export const OBJECTS_PER_CALL = 200;
/** Bytes of a response that do, and errors. */
const RESPONSE_BYTES_PER_CALL = 30_000;
const ERRORS_PER_CALL = 4;

/** Calls that a response is worth beyond what its plan and its objects are: it may have long texts and names, and errors. */
export const callsOfResponse = (bytes: number, errors: number): number =>
  Math.floor(bytes / RESPONSE_BYTES_PER_CALL + errors / ERRORS_PER_CALL);

const limit = settingIn('Limits');

/** How many calls may be asked for. */
export const requestRateSettings = {
  perAddress: limit('RATE_PER_ADDRESS_PER_MINUTE', wholeNumber(0, 100_000_000), {
    what: 'Upstream calls that operations from one address (as for `SIGN_IN_PER_ADDRESS`) may cause in a minute, at each process; an operation counts as one at least, and so do 100 bytes of variables or of a new document, and 200 objects, 30 KB or 4 errors of a response. What is refused because its response would have too many objects costs as much as the largest. A tenth of them may come at once (at least 20). 0 for no limit. A mobile carrier puts hundreds of phones behind one address, hence 100 a second. Private addresses are limited only where `TRUSTED_PROXIES` is set.',
    default: 6000,
    example: '20000',
  }),
  perToken: limit('RATE_PER_TOKEN_PER_MINUTE', wholeNumber(0, 100_000_000), {
    what: 'The same for operations with one token. A web server that reads for all its visitors with one token may need more.',
    default: 3000,
    example: '600',
  }),
};

/** Number of calls to the service that may be asked for in a minute; a request counts as one at least. 0 for no limit. */
export type RequestRates = ValuesOf<typeof requestRateSettings>;

interface RequestLimitOptions {
  readonly rates: RequestRates;
  /** Called for every refusal, with the address, or the name of the token, that was counted. */
  readonly onRefusal: (limit: 'address' | 'token', key: string) => void;
  /** Milliseconds on a clock that never goes back. */
  readonly now: () => number;
  readonly log: Logger;
}

/** What a request is told that is over a rate. */
export interface ExceededRate {
  readonly message: string;
  readonly retryAfterS: number;
}

/** Creates the limits; one of 0 is off. Each counts, and returns what refuses a request; null when it is within all limits. */
export const createRequestLimits = ({ rates, onRefusal, now, log }: RequestLimitOptions) => {
  const createLimit = (limit: 'address' | 'token', whose: string, perMinute: number) => {
    const allowance = perMinute === 0 ? null : createCallAllowance(perMinute, now);
    return (key: string | null, calls: number): ExceededRate | null => {
      const waitMs = allowance === null || key === null ? 0 : allowance.spend(key, calls);
      if (key === null || waitMs === 0) return null;
      onRefusal(limit, key);
      const retryAfterS = Math.ceil(waitMs / 1000);
      return { message: `Too many requests ${whose}: wait ${retryAfterS} seconds.`, retryAfterS };
    };
  };
  const byAddress = byNetwork((times) => createLimit('address', 'from this address', rates.perAddress * times));
  const byToken = createLimit('token', 'with this token', rates.perToken);
  const ofAddress = ({ network, address }: ClientIdentity, calls: number): ExceededRate | null => {
    if (network === null) return null;
    for (const [limit, each] of byAddress(address)) {
      const exceeded = limit(each, calls);
      if (exceeded !== null) return exceeded;
    }
    return null;
  };
  const ofToken = ({ countedName }: ClientIdentity, calls: number) => byToken(countedName, calls);

  let isWarned = rates.perAddress === 0;
  /** Logs once that clients are not distinguished although a proxy names them. */
  const warnOfProxy = ({ headers }: RequestHead, { network }: ClientIdentity): void => {
    if (isWarned || network !== null || headers['x-forwarded-for'] === undefined) return;
    isWarned = true;
    log.warn(
      'A proxy in front says whom it speaks for, and is not believed: set TRUSTED_PROXIES to the number of proxies. Until then all its clients count as one address at sign-in, and none is limited by address.',
    );
  };

  return {
    /** Counts a request as one call of its address, which costs next to nothing and needs no session. */
    countAddress: (request: RequestHead, client: ClientIdentity): ExceededRate | null => {
      warnOfProxy(request, client);
      return ofAddress(client, 1);
    },
    /** Counts it as one call of its token; after its address, so that tokens made up there take no memory beyond what that may ask for. */
    countToken: (client: ClientIdentity): ExceededRate | null => ofToken(client, 1),
    /** Counts calls that the operation of a request may make beyond the first, which is counted with the request, and what costs as much. */
    countCalls: (client: ClientIdentity, calls: number): GraphQLError | null => {
      if (calls <= 0) return null;
      // What a token may not have takes nothing from others at its address.
      const exceeded = ofToken(client, calls) ?? ofAddress(client, calls);
      return exceeded === null ? null : rateLimited(exceeded.retryAfterS, exceeded.message);
    },
  };
};

/** Counts what clients ask for. */
export type RequestLimits = ReturnType<typeof createRequestLimits>;
