import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { buildSchema, getOperationAST, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { GatewayResponse } from '../../../../../src/gateway/http/gateway-response.ts';
import { createMetrics } from '../../../../../src/gateway/observability/metrics/metrics.ts';
import { summarise } from '../../../../../src/gateway/operation/operation-record.ts';
import { OperationScope } from '../../../../../src/gateway/operation/operation-scope.ts';
import {
  createPreparedOperation,
  deprecatedCoordinates,
} from '../../../../../src/gateway/operation/prepared-operation.ts';
import { clientAt } from '../../../../support/client-identity.ts';
import { isFullRun } from '../../../../support/effort.ts';
import { type ScriptedGateway, startScriptedGateway } from '../../../../support/scripted-gateway.ts';

const CLIENTS = 'listings_gateway_client_operations_total';
const DOCUMENTS = 'listings_gateway_document_operations_total';
const DEPRECATED = 'listings_gateway_deprecated_usage_total';

const seriesOf = (text: string, name: string): readonly string[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`))
    .map((line) => line.slice(name.length));

/** Scrapes until so many operations are counted: a client may have its response before. */
const scrapeAfter = async (gateway: ScriptedGateway, operations: number): Promise<string> => {
  for (;;) {
    const text = await (await gateway.fetch('/metrics')).text();
    const counts = [...text.matchAll(/^listings_gateway_client_operations_total\{.*\} (\d+)$/gm)];
    if (counts.reduce((sum, [, count]) => sum + Number(count), 0) >= operations) return text;
  }
};

const counted = (text: string, name: string): readonly string[] =>
  seriesOf(text, name).filter((series) => !series.endsWith(' 0'));

const knownClients = ['ios@8.*', 'ios', 'com.example.android@5.2.1'];
const apollo = (name: string, version?: string) => ({
  'apollographql-client-name': name,
  ...(version === undefined ? {} : { 'apollographql-client-version': version }),
});

describe('Operations by client', () => {
  it('go by the first entry of the list that fits, and everybody else is one', async () => {
    await using gateway = await startScriptedGateway({ knownClients });
    const said = [
      apollo('ios', '8.1.0'),
      apollo('ios', '7.0.0'),
      apollo('ios'),
      apollo('com.example.android', '5.2.1'),
      apollo('com.example.android', '5.2.10'),
      { 'graphql-client-name': 'ios', 'graphql-client-version': '8.0' },
      apollo('canary'),
      { 'apollographql-client-version': '8.1' },
      {},
      apollo('other'),
      apollo('ios@8.*'),
    ];
    for (const headers of said) await gateway.query('{ __typename }', { headers });
    await gateway.query('{ canary }', { headers: apollo('ios', '8.9') });
    expect(counted(await scrapeAfter(gateway, 12), CLIENTS)).toEqual([
      '{client="ios@8.*",outcome="ok"} 2',
      '{client="ios@8.*",outcome="refused"} 1',
      '{client="ios",outcome="ok"} 2',
      '{client="com.example.android@5.2.1",outcome="ok"} 1',
      '{client="other",outcome="ok"} 5',
      '{client="none",outcome="ok"} 1',
    ]);
  });

  it('are in the line of the operation as they say, bounded and in visible characters, and never with a token', async () => {
    await using gateway = await startScriptedGateway({ knownClients, operationLog: 'on' });
    const names = ['ios', 'x'.repeat(5_000), 'caf\u00e9"\\', 'Bearer abcdefghijklmnopqrstuvwxyz0123456789'];
    for (const name of names) await gateway.query('{ __typename }', { headers: apollo(name, '8.1') });
    await gateway.query('{ __typename }');
    const lines = () => gateway.logLines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'operation');
    while (lines().length < 5) await gateway.fetch('/livez');
    expect(lines().map(({ client }) => client)).toEqual([
      'ios',
      'x'.repeat(64),
      'caf?"\\',
      expect.not.stringContaining('abcdefghij'),
      undefined,
    ]);
    expect(lines()[0]).toMatchObject({ clientVersion: '8.1' });
    expect(lines()[4]).not.toHaveProperty('clientVersion');
  });
});

describe('Operations by trusted document', () => {
  const home = 'query Home { __typename }';
  const list = 'query List { section(id: "Section:1") { id } }';
  const trustedDocuments = {
    mode: 'only' as const,
    entries: [
      { id: 'home-1', text: home },
      { id: 'list-1', text: list },
    ],
  };

  it('are reported from their first use on, by the hash of the log and the name of the manifest', async () => {
    await using gateway = await startScriptedGateway({ trustedDocuments, knownClients, operationLog: 'on' });
    expect(seriesOf(await scrapeAfter(gateway, 0), DOCUMENTS)).toEqual([]);
    const ask = (body: object, headers = {}) =>
      gateway.fetch('/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
    await ask({ documentId: 'home-1' }, apollo('ios', '8.1'));
    await ask({ query: home });
    // Nothing of what a client makes up.
    await ask({ documentId: 'home-1', operationName: 'Canary' });
    await ask({ documentId: 'canary' });
    await ask({ query: '{ canary }' });
    const lines = () => gateway.logLines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'operation');
    const text = await scrapeAfter(gateway, 5);
    const hash = lines()[0]['document'];
    expect(counted(text, DOCUMENTS)).toEqual([
      `{document="${hash}",name="Home",client="ios@8.*",outcome="ok"} 1`,
      `{document="${hash}",name="Home",client="none",outcome="ok"} 1`,
      `{document="${hash}",name="",client="none",outcome="refused"} 1`,
    ]);
    expect(text.toLowerCase()).not.toContain('canary');
  });

  it('are not reported for other texts', async () => {
    await using gateway = await startScriptedGateway({ trustedDocuments: { ...trustedDocuments, mode: 'prefer' } });
    await gateway.query('query Canary { __typename }');
    expect(seriesOf(await scrapeAfter(gateway, 1), DOCUMENTS)).toEqual([]);
  });
});

/** Metrics that observe operations which never were sent. */
const observed = (options: Parameters<typeof createMetrics>[0] = {}) => {
  const metrics = createMetrics(options);
  const response = new GatewayResponse(new IncomingMessage(new Socket()));
  const end = (scope: OperationScope): void => metrics.observeOperation(summarise(scope, response));
  return { metrics, end };
};

it.runIf(isFullRun)('The series of trusted documents are bounded: further documents count as one', async () => {
  const { metrics, end } = observed();
  for (let at = 0; at < 4_000; at += 1) {
    const scope = new OperationScope(`request-${at}`, clientAt('192.0.2.1'));
    scope.isTrusted = true;
    scope.record.recordRequest(`{ a${at}: __typename }`, null);
    end(scope);
  }
  const series = seriesOf(await metrics.print(), DOCUMENTS);
  expect(series).toHaveLength(3_001);
  expect(series.filter((each) => !each.endsWith(' 1'))).toEqual([
    '{document="other",name="other",client="none",outcome="cancelled"} 1000',
  ]);
});

describe('The use of what is deprecated', () => {
  const schema = buildSchema(`
    enum Order { NEW OLD @deprecated(reason: "x") }
    type Query { a: Int  b(order: Order): Int @deprecated(reason: "x") }
  `);

  const scopeOf = (
    text: string,
    headers: Readonly<Record<string, string>> = {},
    variableValues: Readonly<Record<string, unknown>> = {},
  ): OperationScope => {
    const document = parse(text);
    const definition = getOperationAST(document);
    if (definition == null) throw new Error('There is no operation.');
    const scope = new OperationScope('request-1', clientAt('192.0.2.1', headers));
    scope.operation = createPreparedOperation(schema, document, definition);
    scope.execution = { schema, document, variableValues };
    return scope;
  };

  it('shows everything at zero from the start, and counts an operation once, by client', async () => {
    const { metrics, end } = observed({ clients: ['ios'] });
    metrics.showDeprecated(deprecatedCoordinates(schema));
    expect(seriesOf(await metrics.print(), DEPRECATED)).toHaveLength(2 * 3);
    expect(counted(await metrics.print(), DEPRECATED)).toEqual([]);
    end(scopeOf('{ a b again: b }', apollo('ios', '1')));
    end(scopeOf('query ($o: Order) { b(order: $o) }', apollo('canary'), { o: 'OLD' }));
    end(scopeOf('{ a }'));
    expect(counted(await metrics.print(), DEPRECATED).toSorted()).toEqual([
      '{coordinate="Order.OLD",client="other"} 1',
      '{coordinate="Query.b",client="ios"} 1',
      '{coordinate="Query.b",client="other"} 1',
    ]);
    expect(await metrics.print()).not.toContain('canary');
  });
});
