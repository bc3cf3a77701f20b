import { describe, expect, it, vi } from 'vitest';
import { recordCodecOf } from '../../../src/gateway/idempotency/write-record.ts';
import { createMemoryRecords } from '../../../src/records/memory-records.ts';
import { type RecordStore, RecordStoreError } from '../../../src/records/record-store.ts';
import { deferred } from '../../support/deferred.ts';
import { sampled } from '../../support/effort.ts';
import { useFakeTimers } from '../../support/fake-timers.ts';
import { codesOf, dataOf } from '../../support/graphql-client.ts';
import { openConnection } from '../../support/network/raw-connection.ts';
import { type ScriptedGateway, startScriptedGateway } from '../../support/scripted-gateway.ts';
import type { ScriptedResponse } from '../../support/scripted-upstream.ts';

const KEY = '2f1d6a38-7c5b-4a41-9d0e-5b1f3f0f7a11';
const OTHER_KEY = '9b0f8f5e-0f65-4c7e-8b65-0c7a64f6a2d3';
const create =
  'mutation ($title: String) { createListing(input: { listing: { title: $title } }) { listing { id } userErrors { code } } }';
const createTwo =
  'mutation ($title: String) { a: createListing(input: { listing: { title: $title } }) { listing { id } } b: createListing(input: { listing: { title: "b" } }) { listing { id } } }';
const saved = (id: number) => ({ json: { Success: true, PKID: id, Error: null, ValidationResults: null } });

/** What a plugin may put around an operation. */
interface Params {
  readonly paramsHandler: (given: unknown) => Promise<unknown>;
  readonly setParamsHandler: (handle: (given: unknown) => unknown) => void;
}

/** What a plugin may put around the execution. */
interface Execution {
  readonly executeFn: (args: unknown) => Promise<unknown>;
  readonly setExecuteFn: (execute: (args: unknown) => unknown) => void;
}

interface Sending {
  readonly key?: string | null;
  readonly token?: string | null;
  readonly title?: string;
  readonly text?: string;
  readonly operationName?: string;
  readonly signal?: AbortSignal;
}

const send = (
  gateway: ScriptedGateway,
  { key = KEY, token = 'token-1', title = 'Boat', text = create, operationName, signal }: Sending = {},
) =>
  gateway.query(text, {
    token,
    variables: { title },
    headers: key === null ? {} : { 'idempotency-key': key },
    ...(operationName === undefined ? {} : { operationName }),
    ...(signal === undefined ? {} : { signal }),
  });

const turn = () => new Promise((resolve) => setImmediate(resolve));

const isReplayed = ({ headers }: { readonly headers: Headers }): boolean =>
  headers.get('idempotency-replayed') === 'true';

const writes = ({ upstream }: ScriptedGateway): number => upstream.count('POST /v1/listings');

/** A gateway whose service knows the users of two tokens, and numbers the listings that it creates. */
const startKeyed = async (settings: Parameters<typeof startScriptedGateway>[0] = {}): Promise<ScriptedGateway> => {
  const gateway = await startScriptedGateway(settings);
  const users: Readonly<Record<string, number>> = { 'token-1': 11, 'token-1-renewed': 11, 'token-2': 22 };
  gateway.upstream.on('GET', '/v1/user/details', ({ headers }) => {
    const user = users[String(headers['authorization'] ?? headers['authorisation']).replace('Bearer ', '')];
    return user === undefined ? { status: 401 } : { json: { UserID: user } };
  });
  let created = 0;
  gateway.upstream.on('POST', '/v1/listings', () => {
    created += 1;
    return saved(created);
  });
  return gateway;
};

it('A plugin that answers while a mutation waits for its key keeps it from being made, and its key from nobody', async () => {
  const records = createMemoryRecords({ keepMs: 60_000, maxBytes: 1_000_000, now: () => performance.now() });
  const { promise: mayClaim, resolve: letClaim } = deferred();
  let isImpatient = true;
  const released: unknown[] = [];
  await using gateway = await startKeyed({
    recordStore: {
      ...records,
      claim: (...given) => mayClaim.then(() => records.claim(...given)),
      release: async (claim) => {
        await records.release(claim);
        released.push(claim.id);
      },
    },
    plugins: [
      {
        onParams: ({ paramsHandler, setParamsHandler }: Params) => {
          const answer = Promise.resolve({ data: { createListing: null } });
          if (isImpatient) setParamsHandler((given) => Promise.race([paramsHandler(given), answer]));
        },
      },
    ],
  });
  expect(dataOf(await send(gateway))).toEqual({ createListing: null });
  letClaim();
  while (released.length === 0) await new Promise(setImmediate);
  expect(writes(gateway)).toBe(0);
  isImpatient = false;
  expect(dataOf(await send(gateway))).toMatchObject({ createListing: { userErrors: [] } });
  expect(writes(gateway)).toBe(1);
});

it('A plugin that answers while a mutation is made keeps what is left of it from being made', async () => {
  const { promise: answered, resolve: answer } = deferred();
  const { promise: mayFinish, resolve: letFinish } = deferred();
  let executed: Promise<unknown> = answered;
  await using gateway = await startKeyed({
    plugins: [
      {
        onExecute: ({ executeFn, setExecuteFn }: Execution) => {
          const early = answered.then(() => ({ data: { a: null, b: null } }));
          setExecuteFn((args) => {
            executed = executeFn(args);
            return Promise.race([executed, early]);
          });
        },
      },
    ],
  });
  gateway.upstream.on('POST', '/v1/listings', async () => {
    answer();
    await mayFinish;
    return saved(1);
  });
  expect(dataOf(await send(gateway, { text: createTwo }))).toEqual({ a: null, b: null });
  letFinish();
  await executed;
  expect(writes(gateway)).toBe(1);
});

describe('A mutation with an idempotency key', () => {
  it('is made once, and each repeat gets the response of the first time', async () => {
    await using gateway = await startKeyed();
    const first = await send(gateway);
    expect(dataOf(first)).toEqual({ createListing: { listing: { id: 'Listing:1' }, userErrors: [] } });
    expect(isReplayed(first)).toBe(false);
    for (const key of [KEY, `"${KEY}"`]) {
      const repeat = await send(gateway, { key });
      expect(repeat.text).toBe(first.text);
      expect(isReplayed(repeat)).toBe(true);
    }
    expect(writes(gateway)).toBe(1);
  });

  it('is another one with another key, and each time without one', async () => {
    await using gateway = await startKeyed();
    for (const key of [KEY, OTHER_KEY, null, null]) expect(isReplayed(await send(gateway, { key }))).toBe(false);
    expect(writes(gateway)).toBe(4);
  });

  it('is made once when both requests come at once, and the second waits for the first', async () => {
    await using gateway = await startKeyed();
    const { promise: go, resolve } = deferred();
    gateway.upstream.once('POST', '/v1/listings', { ...saved(5), delayUntil: go });
    const first = send(gateway);
    await gateway.upstream.received(1);
    const second = send(gateway);
    resolve();
    expect((await second).text).toBe((await first).text);
    expect(isReplayed(await second)).toBe(true);
    expect(writes(gateway)).toBe(1);
  });

  it('says that the first is in progress when it takes longer than the second may', async () => {
    useFakeTimers('performance');
    const store = newStore();
    const { promise: found, resolve: tellFound } = deferred();
    const claim: RecordStore['claim'] = (...given) => store.claim(...given).finally(tellFound);
    const deadlines = { queryMs: 10_000, mutationMs: 20_000 };
    await using slow = await startKeyed({ recordStore: store });
    await using fast = await startKeyed({ recordStore: { ...store, claim }, deadlines });
    const { promise: go, resolve } = deferred();
    slow.upstream.once('POST', '/v1/listings', { ...saved(5), delayUntil: go });
    const first = send(slow);
    await slow.upstream.received(1);
    const waiting = send(fast);
    await found;
    vi.advanceTimersByTime(20_000);
    const second = await waiting;
    expect(second.errors[0]?.extensions).toMatchObject({
      code: 'IDEMPOTENCY_IN_PROGRESS',
      retryable: true,
      retryAfter: 1,
    });
    expect([second.status, second.headers.get('retry-after')]).toEqual([409, '1']);
    resolve();
    expect((await first).status).toBe(200);
    expect(isReplayed(await send(fast))).toBe(true);
    expect(writes(fast)).toBe(0);
  });

  it('goes on when its client is gone, for the repeat', async () => {
    await using gateway = await startKeyed();
    const { promise: go, resolve } = deferred();
    gateway.upstream.once('POST', '/v1/listings', { ...saved(5), delayUntil: go });
    const client = new AbortController();
    const first = send(gateway, { signal: client.signal });
    await gateway.upstream.received(1);
    client.abort();
    await expect(first).rejects.toThrow(/abort/);
    const repeat = send(gateway);
    resolve();
    expect(dataOf(await repeat)).toMatchObject({ createListing: { listing: { id: 'Listing:5' } } });
    expect(writes(gateway)).toBe(1);
  });

  it('is waited for when the gateway stops, also when its client is gone', async () => {
    const store = newStore();
    const [recording, recorded] = [deferred(), deferred()];
    const finish: RecordStore['finish'] = async (...record) => {
      recording.resolve();
      await recorded.promise;
      await store.finish(...record);
    };
    await using gateway = await startKeyed({ recordStore: { ...store, finish }, operationLog: 'on' });
    const { promise: go, resolve } = deferred();
    gateway.upstream.once('POST', '/v1/listings', { ...saved(5), delayUntil: go });
    const body = JSON.stringify({ query: create });
    const { socket } = await openConnection(
      gateway.url,
      `POST /graphql HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer token-1\r\nIdempotency-Key: ${KEY}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    while (writes(gateway) === 0) await turn();
    socket.resetAndDestroy();
    while (gateway.logLines.length === 0) await turn();
    let isStopped = false;
    const stopped = gateway.stop({ graceMs: 0, drainMs: 600_000 }).then(() => {
      isStopped = true;
    });
    resolve();
    await recording.promise;
    for (let turns = 0; turns < 1_000; turns += 1) await turn();
    expect(isStopped).toBe(false);
    recorded.resolve();
    await stopped;
  });

  it.each(
    sampled(3, [
      ['other variables', { title: 'Car' }],
      ['another operation', { text: create.replace('mutation', 'mutation One').replace('code', '__typename') }],
      ['another operation of the same document', { operationName: 'Other' }],
      ['another user', { token: 'token-2' }],
    ] as const),
  )('refuses its key with %s, and sends nothing', async (_what, other) => {
    await using gateway = await startKeyed();
    const text = `${create.replace('mutation', 'mutation One')} ${create.replace('mutation', 'mutation Other')}`;
    const one = { text, operationName: 'One' };
    const first = await send(gateway, one);
    const refused = await send(gateway, { ...one, ...other });
    expect(codesOf(refused)).toEqual(['IDEMPOTENCY_KEY_REUSED']);
    expect([refused.status, refused.data]).toEqual([422, null]);
    expect((await send(gateway, one)).text).toBe(first.text);
    expect(writes(gateway)).toBe(1);
  });

  it('does not count the order in which variables are written', async () => {
    await using gateway = await startKeyed();
    const text = 'mutation ($l: ListingInput!) { createListing(input: { listing: $l }) { listing { id } } }';
    const ask = (listing: object) =>
      gateway.query(text, { token: 'token-1', variables: { l: listing }, headers: { 'idempotency-key': KEY } });
    const first = await ask({ title: 'Boat', description: 'Wood' });
    expect((await ask({ description: 'Wood', title: 'Boat' })).text).toBe(first.text);
    expect(writes(gateway)).toBe(1);
  });

  it('is the same by its text and by the id of its trusted document', async () => {
    const trustedDocuments = { mode: 'prefer', entries: [{ id: 'create-1', text: create }] } as const;
    await using gateway = await startKeyed({ trustedDocuments });
    const first = await send(gateway);
    const byId = await gateway.fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer token-1', 'idempotency-key': KEY },
      body: JSON.stringify({ documentId: 'create-1', variables: { title: 'Boat' } }),
    });
    expect([await byId.text(), isReplayed(byId)]).toEqual([first.text, true]);
    expect(writes(gateway)).toBe(1);
  });

  it('belongs to its user, whose token may be renewed, after one look at the service for each token', async () => {
    await using gateway = await startKeyed();
    const first = await send(gateway);
    for (let time = 0; time < 2; time += 1) {
      expect((await send(gateway, { token: 'token-1-renewed' })).text).toBe(first.text);
    }
    expect(gateway.upstream.count('GET /v1/user/details')).toBe(2);
    expect(writes(gateway)).toBe(1);
  });

  it.each([null, 'expired'])('is not shown to a caller with the token %j', async (token) => {
    await using gateway = await startKeyed();
    await send(gateway);
    const refused = await send(gateway, { token });
    expect(codesOf(refused)).toEqual(['UNAUTHENTICATED']);
    expect(refused.text).not.toContain('Listing:');
    expect(writes(gateway)).toBe(1);
  });

  it.each<readonly [string, ScriptedResponse]>(
    sampled(3, [
      ['nothing', { status: 404 }],
      ['of both that they have no id', { json: { Name: 'Ann' } }],
      ['of both that their id is null', { json: { UserID: null } }],
      ['of both that their id is empty', { json: { UserID: '' } }],
      ['of both that their id is 0', { json: { UserID: 0 } }],
    ]),
  )('is shown to nobody else where the service says %s', async (_what, details) => {
    await using gateway = await startKeyed();
    gateway.upstream.on('GET', '/v1/user/details', details);
    const first = await send(gateway);
    const other = await send(gateway, { token: 'token-2' });
    expect([other.data, other.text.includes('Listing:1')]).toEqual([null, false]);
    expect((await send(gateway)).text).toBe(first.text);
    expect(writes(gateway)).toBe(1);
  });

  it('is not shown for another token when the service did not say whose the first was', async () => {
    await using gateway = await startKeyed();
    gateway.upstream.once('GET', '/v1/user/details', { status: 500 });
    const first = await send(gateway);
    expect(codesOf(await send(gateway, { token: 'token-1-renewed' }))).toEqual(['RESULT_UNKNOWN']);
    expect((await send(gateway)).text).toBe(first.text);
    expect(writes(gateway)).toBe(1);
  });

  it('tells at once those that are more than a few to wait for one key, and those that are no repeat', async () => {
    await using gateway = await startKeyed();
    const { promise: go, resolve } = deferred();
    gateway.upstream.once('POST', '/v1/listings', { ...saved(5), delayUntil: go });
    const first = send(gateway);
    // Whose token it is, and the write.
    await gateway.upstream.received(2);
    const noRepeats = [{ title: 'Car' }, { token: null }, { token: 'token-2' }].map((other) => send(gateway, other));
    expect((await Promise.all(noRepeats)).map(codesOf)).toEqual([
      ['IDEMPOTENCY_KEY_REUSED'],
      ['UNAUTHENTICATED'],
      ['IDEMPOTENCY_IN_PROGRESS'],
    ]);
    const told: string[] = [];
    const repeats = Array.from({ length: 10 }, async () => {
      const repeat = await send(gateway);
      told.push(...codesOf(repeat));
      if (told.length === 6) resolve();
      return repeat;
    });
    const waited = (await Promise.all(repeats)).filter(isReplayed);
    expect(waited).toHaveLength(4);
    expect(told).toEqual(Array.from({ length: 6 }, () => 'IDEMPOTENCY_IN_PROGRESS'));
    expect(waited[0]?.text).toBe((await first).text);
    expect(writes(gateway)).toBe(1);
  });

  it('lets no user take all places of repeats that wait, with however many keys and tokens', async () => {
    await using gateway = await startKeyed({ trustedProxies: 1 });
    const { promise: go, resolve } = deferred();
    gateway.upstream.on('POST', '/v1/listings', { ...saved(5), delayUntil: go });
    const sendOnce = (at: number, token: string) =>
      send(gateway, { key: `2f1d6a38-7c5b-4a41-9d0e-${String(at).padStart(12, '0')}`, token });
    const tokens = Array.from({ length: 20 }, (_none, at) => (at % 2 === 0 ? 'token-1' : 'token-1-renewed'));
    const firsts = [...tokens, 'token-2'].map((token, at) => sendOnce(at, token));
    // Each write, and one look at who each token is.
    await gateway.upstream.received(24);
    const told: string[] = [];
    const { promise: refused, resolve: tellRefused } = deferred();
    const repeats = tokens.map(async (token, at) => {
      const repeat = await sendOnce(at, token);
      told.push(...codesOf(repeat));
      if (told.length === 12) tellRefused();
      return isReplayed(repeat);
    });
    await refused;
    expect(new Set(told)).toEqual(new Set(['IDEMPOTENCY_IN_PROGRESS']));
    const other = sendOnce(20, 'token-2');
    resolve();
    expect(isReplayed(await other)).toBe(true);
    expect((await Promise.all(repeats)).filter(Boolean)).toHaveLength(8);
    await Promise.all(firsts);
  });

  it.each([
    ['says so', { json: { Success: false, Error: 'No more listings.' } }],
    ['says so of a field', { status: 400, json: { Success: false, ValidationResults: { Title: { ErrorType: 1 } } } }],
    ['finds nothing', { status: 404 }],
  ])('frees its key when the service refuses and %s', async (_what, refusal) => {
    await using gateway = await startKeyed();
    gateway.upstream.once('POST', '/v1/listings', refusal);
    expect(dataOf(await send(gateway))).toMatchObject({ createListing: { listing: null } });
    expect(dataOf(await send(gateway, { title: 'Car' }))).toMatchObject({ createListing: { userErrors: [] } });
    expect(writes(gateway)).toBe(2);
  });

  it.each(
    sampled(2, [
      ['the token was refused', { status: 401 }, 'UNAUTHENTICATED'],
      ['the service was asked too often', { status: 429 }, 'RATE_LIMITED'],
      ['it was forbidden', { status: 403 }, 'FORBIDDEN'],
    ] as const),
  )('frees its key when %s', async (_what, refusal, code) => {
    await using gateway = await startKeyed();
    gateway.upstream.once('POST', '/v1/listings', refusal);
    expect(codesOf(await send(gateway))).toEqual([code]);
    const second = await send(gateway, { title: 'Car' });
    expect(dataOf(second)).toMatchObject({ createListing: { listing: { id: 'Listing:1' } } });
    expect(isReplayed(second)).toBe(false);
  });

  it.each([
    ['a variable does not fit', { title: 5 as never }],
    ['the operation does not exist', { text: 'mutation ($title: String) { nothing(a: $title) }' }],
    ['there is no token', { token: null }],
  ])('frees its key when %s', async (_what, refused) => {
    await using gateway = await startKeyed();
    expect((await send(gateway, refused)).errors).not.toEqual([]);
    expect(isReplayed(await send(gateway))).toBe(false);
    expect(writes(gateway)).toBe(1);
  });

  it.each(
    sampled(2, [
      ['asks for nothing', '{ __typename }'],
      [
        'skips its fields',
        '{ createListing(input: { listing: { title: "Boat" } }) @skip(if: true) { listing { id } } }',
      ],
      ['is refused by the gateway', '{ startClientSession(input: {}) { userErrors { code } } }'],
    ] as const),
  )('frees its key without a call: when it %s', async (_what, selection) => {
    await using gateway = await startKeyed();
    const text = `mutation ${selection}`;
    const [first, second] = [await send(gateway, { text, token: null }), await send(gateway, { text, token: null })];
    expect(second.text).toBe(first.text);
    expect([first.errors, isReplayed(second)]).toEqual([[], false]);
    expect(isReplayed(await send(gateway))).toBe(false);
    expect(writes(gateway)).toBe(1);
  });

  it('keeps the response of a refresh, which used up its token, and of no other grant', async () => {
    await using gateway = await startKeyed();
    let grants = 0;
    gateway.upstream.on('POST', '/v1/token', () => {
      grants += 1;
      return grants === 1 ? { json: { Error: 'invalid_grant' } } : { json: { Access_token: `granted-${grants}` } };
    });
    const client = { clientId: 'app', clientSecret: 'secret' };
    const ask = (field: string, type: string, input: object, key: string) =>
      gateway.query(`mutation ($input: ${type}!) { result: ${field}(input: $input) { session { accessToken } } }`, {
        token: null,
        variables: { input: { ...input, client } },
        headers: { 'idempotency-key': key },
      });
    const refresh = () => ask('refreshSession', 'RefreshSessionInput', { refreshToken: 'good' }, KEY);
    const signIn = () => ask('signIn', 'SignInInput', { username: 'user', password: 'right' }, OTHER_KEY);
    expect(dataOf(await refresh())).toEqual({ result: { session: null } });
    const granted = { result: { session: { accessToken: 'granted-2' } } };
    expect([dataOf(await refresh()), dataOf(await refresh())]).toEqual([granted, granted]);
    expect((await signIn()).text).not.toBe((await signIn()).text);
    expect(grants).toBe(4);
  });

  it('renews sessions where there is no space for more of their responses, and those writes that it has space for', async () => {
    const refreshStore = createMemoryRecords({ keepMs: 60_000, maxBytes: 10_000, now: () => performance.now() });
    await using gateway = await startKeyed({ refreshStore });
    gateway.upstream.on('POST', '/v1/token', { json: { Access_token: 'granted' } });
    const variables = { input: { refreshToken: 'good', client: { clientId: 'app', clientSecret: 'secret' } } };
    const refresh = (at: number) =>
      gateway.query(
        'mutation ($input: RefreshSessionInput!) { refreshSession(input: $input) { session { accessToken } } }',
        {
          token: null,
          variables,
          headers: { 'idempotency-key': `key-of-a-refresh-${at}` },
        },
      );
    const replies = [];
    for (let at = 0; at < 9; at += 1) replies.push(dataOf(await refresh(at)));
    expect(replies).toEqual(replies.map(() => ({ refreshSession: { session: { accessToken: 'granted' } } })));
    expect([isReplayed(await refresh(0)), isReplayed(await refresh(8))]).toEqual([true, false]);
    expect(isReplayed(await send(gateway))).toBe(false);
    expect(isReplayed(await send(gateway))).toBe(true);
  });

  it.each([
    ['before the headers', { reset: 'before-headers' as const }],
    ['in the middle', { ...saved(9), reset: 'mid-body' as const }],
  ])('stays unknown when the connection broke %s, and is never sent again', async (_what, fault) => {
    await using gateway = await startKeyed();
    gateway.upstream.once('POST', '/v1/listings', fault);
    const first = await send(gateway);
    for (let time = 0; time < 3; time += 1) {
      const repeat = await send(gateway);
      expect(codesOf(repeat)).toEqual(codesOf(first));
      expect(repeat.errors[0]?.extensions['retryable'] ?? false).toBe(false);
    }
    expect(writes(gateway)).toBe(1);
  });

  it('keeps a failure after which the change may have been made, and says no more that it may be sent again', async () => {
    await using gateway = await startKeyed();
    gateway.upstream.once('POST', '/v1/listings', { status: 503, headers: { 'retry-after': '1' } });
    expect(codesOf(await send(gateway))).toEqual(['UPSTREAM_UNAVAILABLE']);
    const repeat = await send(gateway);
    expect(repeat.errors[0]?.extensions).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE', retryable: false });
    expect(repeat.errors[0]?.extensions).not.toHaveProperty('retryAfter');
    expect(isReplayed(repeat)).toBe(true);
    expect(writes(gateway)).toBe(1);
  });

  it('keeps a response of which a part could not be read, and says no more that this may be asked for again', async () => {
    await using gateway = await startKeyed();
    gateway.upstream.on('GET', '/v1/listings/1', { status: 503 });
    const text =
      'mutation ($title: String) { createListing(input: { listing: { title: $title } }) { listing { id title } } }';
    const [first, repeat] = [await send(gateway, { text }), await send(gateway, { text })];
    expect(repeat.data).toEqual(first.data);
    expect(first.errors[0]?.extensions).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE', retryable: true });
    expect(repeat.errors[0]?.extensions).toEqual({ ...first.errors[0]?.extensions, retryable: false });
    expect(writes(gateway)).toBe(1);
  });

  it('keeps the response of several fields as one', async () => {
    await using gateway = await startKeyed();
    gateway.upstream.once('POST', '/v1/listings', saved(1));
    gateway.upstream.once('POST', '/v1/listings', { status: 403 });
    const first = await send(gateway, { text: createTwo });
    expect(first.data).toEqual({ a: { listing: { id: 'Listing:1' } }, b: null });
    const repeat = await send(gateway, { text: createTwo });
    expect(repeat.data).toEqual(first.data);
    expect(repeat.errors.map(({ message, path }) => [message, path])).toEqual(
      first.errors.map(({ message, path }) => [message, path]),
    );
    expect(writes(gateway)).toBe(2);
  });

  it('says after an interruption what is complete, and sends nothing again', async () => {
    const store = newStore();
    // As when the process is killed, and the time of its claims is up.
    await using gateway = await startKeyed({ recordStore: { ...store, finish: () => Promise.resolve() } });
    await send(gateway, { text: createTwo });
    await using other = await startKeyed({ recordStore: changed(store, () => ({ state: 'abandoned' })) });
    const repeat = await send(other, { text: createTwo });
    expect(repeat.errors[0]?.extensions).toMatchObject({ code: 'RESULT_UNKNOWN', completed: ['a'], retryable: false });
    expect((await send(other, { text: createTwo, token: 'token-2' })).errors[0]?.extensions).toMatchObject({
      completed: [],
    });
    expect(writes(other)).toBe(0);
  });

  it('is not sent when the store fails to record its key, and is sent with the next request', async () => {
    await using gateway = await startKeyed({ recordStore: failingOnce(newStore(), 'claim') });
    const refused = await send(gateway);
    expect(codesOf(refused)).toEqual(['IDEMPOTENCY_UNAVAILABLE']);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    expect(writes(gateway)).toBe(0);
    expect(dataOf(await send(gateway))).toMatchObject({ createListing: { listing: { id: 'Listing:1' } } });
  });

  it('is refused to a user whose keys have their share of the store, whatever token, and to nobody else', async () => {
    const recordStore = createMemoryRecords({ keepMs: 60_000, maxBytes: 100_000, now: () => performance.now() });
    await using gateway = await startKeyed({ recordStore });
    const codes: unknown[] = [];
    for (let at = 0; at < 20; at += 1) {
      const token = at % 2 === 0 ? 'token-1' : 'token-1-renewed';
      codes.push(codesOf(await send(gateway, { key: `key-of-one-user-${at}`, token }))[0]);
    }
    expect(codes[0]).toBeUndefined();
    expect(codes.at(-1)).toBe('IDEMPOTENCY_UNAVAILABLE');
    const made = codes.filter((code) => code === undefined).length;
    expect(made).toBeLessThan(12);
    expect(writes(gateway)).toBe(made);
    // What is recorded is still the response to its repeat.
    expect(isReplayed(await send(gateway, { key: 'key-of-one-user-0' }))).toBe(true);
    expect(isReplayed(await send(gateway, { token: 'token-2' }))).toBe(false);
    expect(writes(gateway)).toBe(made + 1);
  });

  it('is refused to nobody because one user makes many large writes at once, with new tokens', async () => {
    const recordStore = createMemoryRecords({ keepMs: 60_000, maxBytes: 200_000, now: () => performance.now() });
    await using gateway = await startKeyed({ recordStore });
    gateway.upstream.on('GET', '/v1/user/details', ({ headers }) => {
      const token = String(headers['authorization'] ?? headers['authorisation']);
      return { json: { UserID: token.includes('mallory') ? 5 : 11 } };
    });
    const large = `mutation Create($title: String!) {${Array.from({ length: 40 }, (_none, at) => ` c${at}: createListing(input: { listing: { title: $title } }) { userErrors { message } }`).join('')} }`;
    for (let round = 0; round < 4; round += 1) {
      const asked = Array.from({ length: 12 }, (_none, at) =>
        gateway.query(large, {
          token: `mallory-${round}`,
          variables: { title: 'x'.repeat(20) },
          headers: { 'idempotency-key': `key-of-mallory-${round}-${at}` },
        }),
      );
      await Promise.all(asked);
    }
    const made = await send(gateway);
    expect(codesOf(made)).toEqual([]);
    expect(isReplayed(await send(gateway))).toBe(true);
  });

  it('pays for the look at whose its token is, which anybody can make up', async () => {
    await using gateway = await startKeyed({ requestRates: { perAddress: 20, perToken: 0 }, trustedProxies: 1 });
    const codes: unknown[] = [];
    for (let at = 0; at < 21; at += 1) {
      const headers = { 'idempotency-key': `key-of-a-stranger-${at}`, 'x-forwarded-for': '203.0.113.1' };
      codes.push(
        codesOf(await gateway.query(create, { token: `made-up-${at}`, variables: { title: 'Boat' }, headers }))[0],
      );
    }
    expect(codes.at(-1)).toBe('RATE_LIMITED');
    expect(gateway.upstream.count('GET /v1/user/details')).toBeLessThanOrEqual(10);
  });

  it('is refused to no user because twenty others have all that they may have', async () => {
    const recordStore = createMemoryRecords({ keepMs: 60_000, maxBytes: 400_000, now: () => performance.now() });
    await using gateway = await startKeyed({ recordStore });
    gateway.upstream.on('GET', '/v1/user/details', ({ headers }) => {
      const [number = '0'] = /\d+$/.exec(String(headers['authorization'] ?? headers['authorisation'])) ?? [];
      return { json: { UserID: 100 + Number(number) } };
    });
    const codes = new Set<unknown>();
    for (let round = 0; round < 25; round += 1) {
      const asked = Array.from({ length: 20 }, (_none, at) =>
        send(gateway, { key: `the-key-of-user-${at}-${round}`, token: `token-of-user-${at}` }),
      );
      for (const made of await Promise.all(asked)) codes.add(codesOf(made)[0]);
    }
    expect(codes).toEqual(new Set([undefined, 'IDEMPOTENCY_UNAVAILABLE']));
    for (const key of ['key-of-another-user-1', 'key-of-another-user-2']) {
      expect(codesOf(await send(gateway, { key, token: 'token-of-user-99' }))).toEqual([]);
      expect(isReplayed(await send(gateway, { key, token: 'token-of-user-99' }))).toBe(true);
    }
  });

  it('is refused to no user because strangers of many networks make up tokens, though nobody knows what became of their writes', async () => {
    const recordStore = createMemoryRecords({ keepMs: 60_000, maxBytes: 10_000, now: () => performance.now() });
    await using gateway = await startKeyed({ recordStore, trustedProxies: 1 });
    gateway.upstream.on('POST', '/v1/listings', { reset: 'before-headers' });
    const codes: unknown[] = [];
    for (let at = 0; at < 30; at += 1) {
      const made = await gateway.query(create, {
        token: `made-up-${at}`,
        variables: { title: 'Boat' },
        headers: { 'idempotency-key': `key-of-a-stranger-${at}`, 'x-forwarded-for': `203.0.113.${at}` },
      });
      codes.push(codesOf(made)[0]);
    }
    expect([codes[0], codes.at(-1)]).toEqual(['RESULT_UNKNOWN', 'IDEMPOTENCY_UNAVAILABLE']);
    gateway.upstream.on('POST', '/v1/listings', saved(1));
    const headers = { 'idempotency-key': KEY, 'x-forwarded-for': '198.51.100.7' };
    const made = await gateway.query(create, { token: 'token-2', variables: { title: 'Boat' }, headers });
    expect(dataOf(made)).toMatchObject({ createListing: { listing: { id: 'Listing:1' } } });
  });

  it.each([
    ['finish', {}, 1],
    ['release', { status: 429 }, 2],
  ] as const)('is sent by nobody twice when the store fails at %s', async (step, first, sent) => {
    await using gateway = await startKeyed({ recordStore: failingOnce(newStore(), step) });
    if (step === 'release') gateway.upstream.once('POST', '/v1/listings', first);
    await send(gateway);
    const repeat = await send(gateway);
    expect(dataOf(repeat)).toMatchObject({ createListing: { listing: { id: 'Listing:1' } } });
    expect(writes(gateway)).toBe(sent);
  });

  it('leaves nothing in the store that can be read without its key', async () => {
    const written: string[] = [];
    await using gateway = await startKeyed({ recordStore: observed(newStore(), written) });
    await send(gateway, { title: 'Rowing boat' });
    expect(written).toHaveLength(2);
    const parts = written.flatMap((text) => text.split(/[ .]/));
    const readable = [...written, ...parts.map((part) => Buffer.from(part, 'base64url').toString())];
    for (const secret of [KEY, 'token-1', 'Rowing', 'Listing:1', 'createListing']) {
      expect(readable.filter((text) => text.includes(secret))).toEqual([]);
    }
  });

  it.each([
    ['cut', (text: string) => text.slice(0, -5)],
    ['of another key', () => otherRecord],
    ['nothing', () => ''],
  ])('sends nothing when its record is %s, and shows nothing of it', async (_what, change) => {
    await using gateway = await startKeyed({
      recordStore: changed(newStore(), ({ text }) => ({ text: change(text) })),
    });
    await send(gateway);
    const repeat = await send(gateway);
    expect([codesOf(repeat), repeat.data]).toEqual([['RESULT_UNKNOWN'], null]);
    expect(writes(gateway)).toBe(1);
  });

  it('shows its response to the same token without a call, also when that has expired', async () => {
    await using gateway = await startKeyed();
    const first = await send(gateway);
    gateway.upstream.on('GET', '/v1/user/details', { status: 401 });
    gateway.upstream.on('POST', '/v1/listings', { status: 401 });
    const calls = gateway.upstream.count();
    expect((await send(gateway)).text).toBe(first.text);
    expect(gateway.upstream.count()).toBe(calls);
  });

  it.each([
    '',
    'short',
    'a b c d e f g h i j k',
    'x'.repeat(129),
    '"aaaaaaaaaaaaaaaaaaaa',
    `${KEY}, ${KEY}`,
    'ééééééééééééééééé',
  ])('is refused with the key %s', async (key) => {
    await using gateway = await startKeyed();
    const refused = await send(gateway, { key: Buffer.from(key).toString('latin1') });
    expect(codesOf(refused)).toEqual(['BAD_REQUEST']);
    expect(refused.status).toBe(400);
    expect(writes(gateway)).toBe(0);
  });

  it('says in log and metrics what became of its key, and never the key', async () => {
    await using gateway = await startKeyed({ operationLog: 'on' });
    await send(gateway);
    await send(gateway);
    await send(gateway, { title: 'Car' });
    const lines = gateway.logLines.filter((line) => line.includes('"idempotency"'));
    expect(lines.map((line) => JSON.parse(line)['idempotency'])).toEqual(['recorded', 'replayed', 'reused']);
    expect(gateway.logLines.join('\n')).not.toContain(KEY);
    const metrics = await (await gateway.fetch('/metrics')).text();
    for (const outcome of ['recorded', 'replayed', 'reused']) {
      expect(metrics).toContain(`listings_gateway_idempotent_requests_total{outcome="${outcome}"} 1`);
    }
  });
});

it('A query with an idempotency key ignores it, whatever it is', async () => {
  await using gateway = await startKeyed();
  for (const key of [KEY, KEY, 'short']) {
    const response = await send(gateway, { key, text: '{ viewer { databaseId } }' });
    expect(isReplayed(response)).toBe(false);
    expect(dataOf(response)).toEqual({ viewer: { databaseId: '11' } });
  }
});

const newStore = (): RecordStore =>
  createMemoryRecords({ keepMs: 60_000, maxBytes: 1e6, now: () => performance.now() });

/** A record as another key has it. */
const otherRecord = await recordCodecOf(OTHER_KEY).seal({
  fingerprint: '',
  tokenHash: null,
  userId: null,
  fields: [],
  response: '{"data":{"createListing":{"listing":{"id":"Listing:666"}}}}',
});

/** A store that reports all that is written to it. */
const observed = (store: RecordStore, written: string[]): RecordStore => ({
  ...store,
  claim: (claim, text, leaseMs) => {
    written.push(`${claim.id} ${text}`);
    return store.claim(claim, text, leaseMs);
  },
  renew: (claim, text, leaseMs) => {
    written.push(`${claim.id} ${text}`);
    return store.renew(claim, text, leaseMs);
  },
  finish: (claim, text, shorter) => {
    written.push(`${claim.id} ${text}`);
    return store.finish(claim, text, shorter);
  },
});

type FoundRecord = NonNullable<Awaited<ReturnType<RecordStore['claim']>>>;

/** A store whose records are found otherwise than they were left. */
const changed = (store: RecordStore, change: (found: FoundRecord) => Partial<FoundRecord>): RecordStore => ({
  ...store,
  claim: async (claim, text, leaseMs) => {
    const found = await store.claim(claim, text, leaseMs);
    return found === null ? null : { ...found, ...change(found) };
  },
});

/** A store of which one step fails once, although it is taken. */
const failingOnce = (store: RecordStore, step: 'claim' | 'finish' | 'release'): RecordStore => {
  let hasFailed = false;
  const fail = (at: typeof step): void => {
    if (at !== step || hasFailed) return;
    hasFailed = true;
    throw new RecordStoreError('SLOW');
  };
  return {
    ...store,
    claim: async (claim, text, leaseMs) => {
      const found = await store.claim(claim, text, leaseMs);
      fail('claim');
      return found;
    },
    finish: async (...given) => {
      await store.finish(...given);
      fail('finish');
    },
    release: async (claim) => {
      await store.release(claim);
      fail('release');
    },
  };
};
