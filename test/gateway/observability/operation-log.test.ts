import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { operationBytes } from '../../support/network/disconnect-clients.ts';
import { openConnection } from '../../support/network/raw-connection.ts';
import type { RunningGateway } from '../../support/running-gateway.ts';
import { CALLER_TOKEN, startScriptedGateway } from '../../support/scripted-gateway.ts';

interface Line extends Readonly<Record<string, unknown>> {
  readonly level: number;
}

const INFO = 30;
const WARN = 40;

/** The lines of operations so far. A line is written when its response is out, which the client may notice first. */
const linesOf = ({ logLines }: RunningGateway): readonly Line[] =>
  logLines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'operation');

const start = (operationLog: 'on' | 'errors' | 'off' = 'on') => startScriptedGateway({ operationLog });

/** Waits until so many operations have their line. */
const linesWhenThere = async (gateway: RunningGateway, count: number): Promise<readonly Line[]> => {
  // Another request on the way back and forth gives the line the time that it needs.
  while (linesOf(gateway).length < count) await gateway.fetch('/livez');
  return linesOf(gateway);
};

describe('The line of an operation', () => {
  it('reports what was asked, how long it took, what it cost and how it ended', async () => {
    await using gateway = await start();
    gateway.upstream.on('GET', '/v1/sections', { json: [{ SecType: 'Cars', SectionID: 2, SectionName: 'Cars' }] });
    gateway.upstream.on('GET', '/v1/listings/{id}', { json: { PKID: 7, Title: 'A car' } });
    const text = 'query Home { sections { label } listing(id: "Listing:7") { title } }';
    await gateway.ask(text);
    const again = await gateway.ask(text);
    const [first, second] = await linesWhenThere(gateway, 2);
    expect(first).toMatchObject({
      level: INFO,
      kind: 'query',
      name: 'Home',
      document: createHash('sha256').update(text).digest('hex').slice(0, 16),
      outcome: 'ok',
      status: 200,
      durationMs: expect.any(Number),
      planned: 2,
      calls: 2,
      cacheHits: 0,
      cacheMisses: 1,
    });
    expect(second).toMatchObject({ calls: 1, cacheHits: 1, cacheMisses: 0 });
    expect(second?.['requestId']).toBe(again.headers.get('x-request-id'));
    expect(second).not.toHaveProperty('codes');
  });

  it('is a warning with the codes when something on this side of the caller failed', async () => {
    await using gateway = await start();
    gateway.upstream.on('GET', '/v1/listings/{id}', { status: 503 });
    gateway.upstream.on('GET', '/v1/sections', { json: [{ SecType: 'Cars', SectionID: 2, SectionName: 'Cars' }] });
    await gateway.ask('{ listing(id: "Listing:7") { title } }');
    await gateway.ask('{ listing(id: "Listing:7") { title } sections { label } }');
    const [nothing, some] = await linesWhenThere(gateway, 2);
    expect(nothing).toMatchObject({ level: WARN, outcome: 'error', codes: ['UPSTREAM_UNAVAILABLE'], name: null });
    expect(some).toMatchObject({ level: WARN, outcome: 'partial', codes: ['UPSTREAM_UNAVAILABLE'] });
  });

  it('is no warning for what the caller can fix', async () => {
    await using gateway = await start();
    await gateway.query('{ viewer { name } }');
    expect(await linesWhenThere(gateway, 1)).toMatchObject([
      { level: INFO, outcome: 'error', status: 401, codes: ['UNAUTHENTICATED'], calls: 0 },
    ]);
  });

  it('is no warning for a client that sends an id where no document is trusted', async () => {
    await using gateway = await start();
    const body = JSON.stringify({ extensions: { persistedQuery: { version: 1, sha256Hash: 'a'.repeat(64) } } });
    await gateway.fetch('/graphql', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    expect(await linesWhenThere(gateway, 1)).toMatchObject([
      { level: INFO, outcome: 'refused', codes: ['PERSISTED_QUERY_NOT_SUPPORTED'] },
    ]);
  });

  it.each<readonly [string, string, object]>([
    ['no GraphQL', 'query Odd {', { codes: ['GRAPHQL_PARSE_FAILED'] }],
    ['an unknown field', 'query Odd { nothing }', { codes: ['GRAPHQL_VALIDATION_FAILED'] }],
    [
      'too many aliases',
      `{ ${'a: __typename '.repeat(31)}}`,
      { codes: ['OPERATION_TOO_COMPLEX'], exceeded: 'aliases' },
    ],
    [
      'too many calls',
      '{ viewer { watchedListings(first: 60) { nodes { url } } } }',
      { codes: ['OPERATION_TOO_COMPLEX'], exceeded: 'upstreamCalls', planned: 61, kind: 'query' },
    ],
  ])('tells of what was refused before it ran: %s', async (_what, text, expected) => {
    await using gateway = await start();
    await gateway.ask(text);
    const document = createHash('sha256').update(text).digest('hex').slice(0, 16);
    expect(await linesWhenThere(gateway, 1)).toMatchObject([
      { level: INFO, outcome: 'refused', status: 400, calls: 0, document, ...expected },
    ]);
  });

  it('reports requests that are no operation at all', async () => {
    await using gateway = await start();
    await gateway.fetch('/graphql', { method: 'POST', headers: { 'content-type': 'text/plain' }, body: '{' });
    await gateway.fetch('/graphql', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{' });
    const lines = await linesWhenThere(gateway, 2);
    expect(lines).toMatchObject([
      { kind: 'none', name: null, document: null, outcome: 'refused', status: 415, codes: ['BAD_REQUEST'] },
      { kind: 'none', name: null, document: null, outcome: 'refused', status: 400, codes: ['BAD_REQUEST'] },
    ]);
  });

  it('bounds the name, and repeats none that is no name or may be a secret', async () => {
    await using gateway = await start();
    await gateway.ask(`query ${'N'.repeat(5000)} { __typename }`);
    await gateway.query('{ __typename }', { operationName: 'x\n{"level":60}' });
    await gateway.query('{ __typename', { operationName: 'Wanted' });
    await gateway.query('{', { operationName: 'k3y'.repeat(30) });
    const lines = await linesWhenThere(gateway, 4);
    expect(lines.map(({ name }) => name)).toEqual(['N'.repeat(100), null, 'Wanted', '[redacted]']);
  });

  it('reports clients that left before the response', async () => {
    await using gateway = await start();
    gateway.upstream.on('GET', '/v1/listings/{id}', { hang: 'before-headers' });
    using client = await openConnection(
      gateway.url,
      operationBytes('query Left { listing(id: "Listing:7") { title } }'),
    );
    await gateway.upstream.received(1);
    client.socket.resetAndDestroy();
    expect(await linesWhenThere(gateway, 1)).toMatchObject([
      { name: 'Left', outcome: 'cancelled', status: null, calls: 1 },
    ]);
  });

  it('reports uploads and invoices beside GraphQL', async () => {
    await using gateway = await start();
    gateway.upstream.on('GET', '/v1/user/invoice', { status: 204 });
    const headers = { authorization: `Bearer ${CALLER_TOKEN}` };
    await gateway.fetch('/listings/7/photos', { method: 'POST' });
    await gateway.fetch('/invoices/5?kind=INVOICE', { headers });
    expect(await linesWhenThere(gateway, 2)).toMatchObject([
      {
        kind: 'upload',
        name: 'POST /listings/{id}/photos',
        outcome: 'refused',
        status: 401,
        codes: ['UNAUTHENTICATED'],
      },
      { kind: 'document', name: 'GET /invoices/{orderId}', outcome: 'refused', status: 404, calls: 1 },
    ]);
  });
});

describe('LOG_OPERATIONS', () => {
  it('errors: has lines for operations with errors only', async () => {
    await using gateway = await start('errors');
    await gateway.ask('query Fine { __typename }');
    await gateway.ask('query Bad { nothing }');
    expect(await linesWhenThere(gateway, 1)).toMatchObject([{ codes: ['GRAPHQL_VALIDATION_FAILED'] }]);
  });

  it('off: has no lines for operations', async () => {
    await using gateway = await start('off');
    await gateway.ask('query Bad { nothing }');
    await gateway.fetch('/livez');
    expect(linesOf(gateway)).toEqual([]);
  });
});
