/**
 * Idempotency keys: a write that is sent again with its key is made at most once, and each repeat gets the response of the first, for as
 * long as its record is kept (`IDEMPOTENCY_TTL_S`).
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { GraphQLError } from 'graphql';
import type { Logger } from '../../log/logger.ts';
import {
  type RecordClaim,
  type RecordOwner,
  type RecordStore,
  RecordStoreError,
  type StoredRecord,
} from '../../records/record-store.ts';
import type { AccessToken } from '../../rest/call/credentials.ts';
import type { CallScope } from '../../rest/call/service-request.ts';
import type { ServiceClient } from '../../rest/client.ts';
import type { RequestLimits } from '../admission/request-rates.ts';
import {
  keyReused,
  recordsUnavailable,
  responseNotKept,
  stillInProgress,
  tokenMissing,
  writeInterrupted,
} from '../errors/graphql-errors.ts';
import { networkOf } from '../http/client-address.ts';
import { createKeyedHash } from '../http/keyed-hash.ts';
import type { OperationScope } from '../operation/operation-scope.ts';
import type { IdempotencyOutcome } from '../operation/write-claim.ts';
import { createClaimedWrite } from './claimed-write.ts';
import type { KeyedRequest } from './idempotency-key.ts';
import { createInsist } from './insist.ts';
import { createTokenUsers, tokenHashOf } from './token-users.ts';
import { type WriteRecord, recordCodecOf } from './write-record.ts';

interface IdempotencyOptions {
  readonly store: RecordStore;
  /** Records of refreshed sessions, which are kept for minutes: a day of them would leave no space for writes. */
  readonly refreshStore: RecordStore;
  readonly service: ServiceClient;
  readonly countCalls: RequestLimits['countCalls'];
  /** Names the owners of records. */
  readonly secret: Uint8Array;
  readonly log: Logger;
  /** Called with what becomes of each request with a key. */
  readonly onOutcome: (outcome: IdempotencyOutcome) => void;
}

/** Time beyond its own that an operation has to record its response, in milliseconds. */
const RECORDING_MS = 5_000;

/** Lease of a claim, in milliseconds: so long after its process was killed, its write is known as interrupted. */
const LEASE_MS = 15_000;

/** Time for which it is tried to release a claim that may have been made, in milliseconds: a store may stand still for long. */
const RELEASE_MS = 120_000;

/** Waits between two looks at a record that somebody else is at work on, in milliseconds. */
const FIRST_POLL_MS = 25;
const LONGEST_POLL_MS = 250;

/** Repeats that wait at a time: for one key, and of one user. */
const MOST_WAITING_FOR_KEY = 4;
const MOST_WAITING_OF_USER = 8;

/** Repeats of all users that wait at a time, each of which asks the store again and again. */
const MOST_WAITING = 1024;

/** How many times what is left of the store the records of one user may take. */
const TIMES_OF_USER = 1 / 15;
/** The same of many together: of all tokens whose users the service does not name, and of a network, for the sessions that it refreshes. */
const TIMES_OF_MANY = 1 / 3;

/** Milliseconds for which a write waits until the service has said whose token it is. */
const USER_MS = 1_000;

/** Seconds after which a write is sent again where the store has no space, and where it cannot be reached. */
const FULL_RETRY_S = 60;
const RETRY_S = 1;

const isFull = ({ reason }: RecordStoreError): boolean => ['FULL', 'FULL_FOR_OWNER', 'OOM'].includes(reason);

/** Creates the idempotency keys of a gateway. */
export const createIdempotency = ({
  store: writeStore,
  refreshStore,
  service,
  countCalls,
  secret,
  log,
  onOutcome,
}: IdempotencyOptions) => {
  const nameOf = createKeyedHash(secret);
  const users = createTokenUsers(service);
  const insist = createInsist(log);
  /** Apart from responses: keys that could not be claimed, of which there may be many, must not take their places. */
  const insistOnRelease = createInsist(log);
  const onIdle = new Set<() => void>();
  let underWay = 0;
  /** The repeats that wait: for which key, and whose. */
  const repeats: { readonly id: string; readonly user: string | null }[] = [];

  const report = (scope: OperationScope, outcome: IdempotencyOutcome): void => {
    scope.record.idempotency = outcome;
    onOutcome(outcome);
  };

  /** Whose a request is: a user's, whose tokens are many; else its caller's, since a token that is not known may be made up. */
  const userOf = ({ client }: OperationScope): string | null => {
    const token = client.readToken();
    const user = token === null ? undefined : users.known(token);
    return user === undefined ? client.caller : `user ${user}`;
  };

  /** The user of a token; null when the service does not say in time who that is. @throws RATE_LIMITED, for whoever makes up tokens */
  const findUser = async (token: AccessToken, { client, callScope }: OperationScope): Promise<string | null> => {
    const exceeded = users.known(token) === undefined ? countCalls(client, 1) : null;
    if (exceeded !== null) throw exceeded;
    const end = new AbortController();
    const late = pause(USER_MS, null, { ref: false, signal: end.signal }).catch(() => null);
    try {
      return await Promise.race([users.find(token, callScope).catch(() => null), late]);
    } finally {
      end.abort();
    }
  };

  const ownerOf = ({ address }: OperationScope, token: AccessToken | null, user: string | null): RecordOwner => {
    if (user !== null) return { name: nameOf(`user ${user}`), times: TIMES_OF_USER };
    if (token !== null) return { name: 'unnamed', times: TIMES_OF_MANY };
    return { name: nameOf(networkOf(address)), times: TIMES_OF_MANY };
  };

  /**
   * Claims a record, or waits until it is no longer at work.
   *
   * @param check called before it waits; throws when this request is no repeat
   * @throws RecordStoreError; IDEMPOTENCY_IN_PROGRESS
   */
  const claimRecord = async (
    scope: OperationScope,
    store: RecordStore,
    claim: RecordClaim,
    text: string,
    check: (found: StoredRecord) => Promise<void>,
  ): Promise<StoredRecord | null> => {
    const found = await tryClaim(scope, store, claim, text);
    if (found?.state !== 'running') return found;
    await check(found);
    const repeat = { id: claim.id, user: userOf(scope) };
    const areTooMany =
      repeats.length >= MOST_WAITING ||
      repeats.filter(({ id }) => id === repeat.id).length >= MOST_WAITING_FOR_KEY ||
      repeats.filter(({ user }) => user === repeat.user).length >= MOST_WAITING_OF_USER;
    if (areTooMany) throw stillInProgress();
    repeats.push(repeat);
    try {
      return await scope.waitAside(() => waitForRecord(scope, store, claim, text));
    } finally {
      repeats.splice(repeats.indexOf(repeat), 1);
    }
  };

  const waitForRecord = async (
    scope: OperationScope,
    store: RecordStore,
    claim: RecordClaim,
    text: string,
  ): Promise<StoredRecord | null> => {
    for (let waitMs = FIRST_POLL_MS; ; waitMs = Math.min(2 * waitMs, LONGEST_POLL_MS)) {
      if (scope.signal.aborted || scope.timeLeftMs() < 2 * waitMs) throw stillInProgress();
      await pause(waitMs);
      const found = await tryClaim(scope, store, claim, text);
      if (found?.state !== 'running') return found;
    }
  };

  /** @throws RecordStoreError */
  const tryClaim = async (
    scope: OperationScope,
    store: RecordStore,
    claim: RecordClaim,
    text: string,
  ): Promise<StoredRecord | null> => {
    try {
      return await store.claim(claim, text, Math.min(LEASE_MS, scope.timeLeftMs() + RECORDING_MS));
    } catch (error) {
      if (!(error instanceof RecordStoreError)) throw error;
      log.warn({ requestId: scope.requestId, reason: error.reason }, 'An idempotency key could not be recorded.');
      // It may have been claimed all the same, and a claim that nobody works on would keep the key from its next request.
      void insistOnRelease(() => store.release(claim), performance.now() + RELEASE_MS);
      throw error;
    }
  };

  /** Decides what a repeat gets. @throws what it gets in place of the response */
  const readRepeat = async (
    { state }: StoredRecord,
    record: WriteRecord | null,
    { fingerprint }: KeyedRequest,
    { token, scope }: { readonly token: AccessToken | null; readonly scope: CallScope },
  ): Promise<string> => {
    if (record === null) throw writeInterrupted([]);
    if (record.fingerprint !== fingerprint) throw keyReused();
    const isSameToken = hashOf(token) === record.tokenHash;
    if (state === 'abandoned') throw writeInterrupted(isSameToken ? record.fields : []);
    if (!isSameToken) await checkUser(record, token, scope);
    if (record.response === null) throw responseNotKept('no space');
    return record.response;
  };

  /** Whether a request may wait for one that is at work, whose user is not known yet. @throws what it gets when it may not */
  const checkBeforeWait = (
    record: WriteRecord | null,
    { fingerprint }: KeyedRequest,
    token: AccessToken | null,
  ): void => {
    if (record?.fingerprint !== fingerprint) throw record === null ? stillInProgress() : keyReused();
    if (hashOf(token) === record.tokenHash) return;
    if (token === null) throw tokenMissing();
    throw record.tokenHash === null ? keyReused() : stillInProgress();
  };

  /** @throws when a caller with another token is another user, or may be */
  const checkUser = async (record: WriteRecord, token: AccessToken | null, scope: CallScope): Promise<void> => {
    if (token === null) throw tokenMissing();
    if (record.tokenHash === null) throw keyReused();
    const user = await users.find(token, scope);
    if (user === null || record.userId === null) throw responseNotKept('other token');
    if (user !== record.userId) throw keyReused();
  };

  return {
    /**
     * Claims the key of an operation that is about to run. Its scope then has the claim, and outlives its client.
     *
     * @returns null when the operation is to run; the response of the first request, which is then the response of this one
     * @throws RATE_LIMITED, IDEMPOTENCY_IN_PROGRESS, IDEMPOTENCY_KEY_REUSED, IDEMPOTENCY_UNAVAILABLE, RESULT_UNKNOWN, UNAUTHENTICATED; UpstreamFailure when
     *   the service does not say whose token it is
     */
    claim: async (scope: OperationScope, request: KeyedRequest): Promise<string | null> => {
      const { callScope } = scope;
      const token = scope.client.readToken();
      const codec = recordCodecOf(request.key);
      const store = token === null ? refreshStore : writeStore;
      // Before it is claimed: new tokens of one user have one share.
      const userId = token === null ? null : await findUser(token, scope);
      const claim: RecordClaim = { id: codec.id, holder: randomUUID(), owner: ownerOf(scope, token, userId) };
      const first: WriteRecord = {
        fingerprint: request.fingerprint,
        tokenHash: hashOf(token),
        userId,
        fields: [],
        response: null,
      };
      const endsAt = performance.now() + scope.timeLeftMs() + RECORDING_MS;
      try {
        const found = await claimRecord(scope, store, claim, await codec.seal(first), async ({ text }) =>
          checkBeforeWait(await codec.open(text), request, token),
        );
        if (found !== null) {
          const response = await readRepeat(found, await codec.open(found.text), request, { token, scope: callScope });
          report(scope, 'replayed');
          return response;
        }
      } catch (cause) {
        const noSpace = cause instanceof RecordStoreError && isFull(cause);
        const error = cause instanceof RecordStoreError ? recordsUnavailable(noSpace ? FULL_RETRY_S : RETRY_S) : cause;
        report(scope, outcomeOf(error));
        // A session that could not be refreshed would end; without its key it is as one of a client that sends none.
        if (noSpace && token === null) return null;
        throw error;
      }
      underWay += 1;
      scope.claim = createClaimedWrite({
        store,
        insist,
        claim,
        leaseMs: LEASE_MS,
        endsAt,
        codec,
        record: first,
        onEnd: (outcome) => {
          report(scope, outcome);
          underWay -= 1;
          if (underWay === 0) for (const resolve of onIdle) resolve();
        },
      });
      return null;
    },
    /** Resolves when no claimed operation is under way any more, those included whose client has gone. */
    idle: (): Promise<void> =>
      new Promise((resolve) => {
        if (underWay === 0) resolve();
        else onIdle.add(resolve);
      }),
  };
};

/** Idempotency keys of one gateway. */
export type Idempotency = ReturnType<typeof createIdempotency>;

const hashOf = (token: AccessToken | null): string | null => (token === null ? null : tokenHashOf(token));

const outcomeOf = (error: unknown): IdempotencyOutcome => {
  const code = error instanceof GraphQLError ? error.extensions['code'] : null;
  if (code === 'IDEMPOTENCY_KEY_REUSED') return 'reused';
  if (code === 'IDEMPOTENCY_IN_PROGRESS') return 'in_progress';
  if (code === 'IDEMPOTENCY_UNAVAILABLE') return 'unavailable';
  return code === 'RESULT_UNKNOWN' ? 'unknown' : 'refused';
};
