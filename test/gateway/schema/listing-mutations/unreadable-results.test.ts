import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { endpoints } from '../../../../src/contract/endpoints.ts';
import { aimedProbes } from '../../../guarantees/endpoint-probes.ts';
import { sampled } from '../../../support/effort.ts';
import { startScriptedGateway } from '../../../support/scripted-gateway.ts';
import type { ScriptedResponse } from '../../../support/scripted-upstream.ts';
import { mutations } from '../../fidelity/mutations.ts';

/** Bytes of a response that the gateway reads. */
const MAX_JSON_BYTES = 4_096;

/** Responds with a 2xx that nobody can read. */
const foreign: Readonly<Record<string, ScriptedResponse>> = {
  'JSON that is not in the encoding it claims': { json: {}, headers: { 'content-encoding': 'gzip' } },
  'JSON in an encoding that nobody asked for': { body: gzipSync('{}'), headers: { 'content-encoding': 'br' } },
  'more than is read': { json: { Answer: 'x'.repeat(MAX_JSON_BYTES) } },
};

const isWrite = ({ retry, access }: { readonly retry: string; readonly access: string }): boolean =>
  retry !== 'safe' && access !== 'sign-in';

const KEY = '1234567';

const changes = aimedProbes
  .filter(({ endpoint }) => isWrite(endpoints[endpoint]))
  .map((probe) => {
    const { path, body = '', ...rest } = probe.ask(KEY);
    const name =
      path === undefined ? (/(\w+)\(input: \$input\)/.exec(String(body))?.[1] ?? '') : 'POST /listings/{id}/photos';
    return { name, endpoint: endpoints[probe.endpoint], asked: { path: path ?? '/graphql', body, ...rest } };
  });

type Change = (typeof changes)[number];

/** Sends a change to a service that gives its endpoint one response; states what a client is informed. */
const outcomeOf = async ({ endpoint, asked }: Change, answer: ScriptedResponse) => {
  await using gateway = await startScriptedGateway({ transport: { maxJsonBytes: MAX_JSON_BYTES } });
  const { method } = endpoint;
  const path = endpoint.path.replace('{id}', KEY).replace('{index}', '0');
  gateway.upstream.on('GET', '/v1/listings/definition/{id}', { json: { PKID: Number(KEY), Title: 'before' } });
  gateway.upstream.on(method, path, answer);
  const response = await gateway.fetch(asked.path, {
    method: 'POST',
    headers: { ...asked.headers },
    body: Buffer.from(asked.body),
  });
  const reply = Object(await response.json());
  return { status: response.status, reply, sent: gateway.upstream.count(`${method} ${path}`) };
};

const failed = ({ name }: Change, status: number, extensions: object): object =>
  name.startsWith('POST ')
    ? { status, reply: extensions, sent: 1 }
    : { reply: { data: { [name]: null }, errors: [{ extensions }] }, sent: 1 };

/** A short run tries one response of so many with each change, and with each change others. */
const STEP = 25;

/** What does not say whether a change was made: redirects, and that it took too long. */
const undecided = [301, 302, 303, 307, 308, 408];
const faults = [500, 502, 503, 504];

const unknown = { code: 'RESULT_UNKNOWN', retryable: false };

it('Every change of the service is tried', () => {
  const fields = mutations.flatMap(({ field, endpoint }) =>
    ['requestToken', 'validateListing'].includes(endpoint) ? [] : [field],
  );
  const uploads = ['uploadListingPhoto', 'POST /listings/{id}/photos'];
  expect(changes.map(({ name }) => name).toSorted()).toEqual([...fields, ...uploads].toSorted());
});

describe.each(sampled(2, changes))('$name', (change) => {
  const { endpoint } = change;
  const at = changes.indexOf(change);

  it.each(sampled(STEP, Object.entries(foreign), at))(
    'is unknown, and sent once, when the service responds with %s',
    async (_what, answer) => {
      expect(await outcomeOf(change, answer)).toMatchObject(failed(change, 502, unknown));
    },
  );

  it.each(sampled(STEP, undecided, at))(
    'is unknown, and sent once, when the service responds with %i',
    async (status) => {
      const outcome = await outcomeOf(change, { status, headers: { location: '/elsewhere' } });
      expect(outcome).toMatchObject(failed(change, 502, unknown));
    },
  );

  it.each(sampled(faults.length, faults, at))(
    'may be repeated after %i only where that does nothing twice',
    async (status) => {
      const retryable = endpoint.retry !== 'never';
      const outcome = await outcomeOf(change, { status, headers: { 'retry-after': '1' } });
      expect(outcome).toMatchObject(failed(change, 503, { code: 'UPSTREAM_UNAVAILABLE', retryable }));
    },
  );

  it('is unknown, and sent once, when the connection breaks before the response', async () => {
    const outcome = await outcomeOf(change, { reset: 'before-headers' });
    expect(outcome).toMatchObject(failed(change, 502, unknown));
  });
});
