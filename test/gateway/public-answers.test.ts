/** Answers that are the same for everybody are made once; none of them has anything of a caller. */
import { type ExecutionResult, parse } from 'graphql';
import type { Plugin, YogaInitialContext } from 'graphql-yoga';
import { describe, expect, it } from 'vitest';
import { endpointNames, endpoints } from '../../src/contract/endpoints.ts';
import type { EnginePlugin } from '../../src/gateway/stages/engine.ts';
import { sampled } from '../support/effort.ts';
import { type GatewaySettings, TestClock } from '../support/running-gateway.ts';
import { startScriptedGateway } from '../support/scripted-gateway.ts';
import { operations, signInVariables } from './canary-operations.ts';
import { createAnswers } from './canary-service.ts';

const TIMES = 4;
const fuels = '{ lookups { fuels { key label } } }';

/** The same with the name of the caller in every text. */
const named = (value: unknown, caller: string): unknown => {
  if (typeof value === 'string') return `${value} of ${caller}`;
  if (Array.isArray(value)) return value.map((item) => named(item, caller));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, named(inner, caller)]));
};

/** A gateway in front of a service that names the caller in all that is not the same for everybody. */
const startNaming = async (settings: GatewaySettings = {}) => {
  const gateway = await startScriptedGateway(settings);
  const answers = createAnswers(null);
  for (const name of endpointNames) {
    const { method, path, response, access } = endpoints[name];
    if (response.kind === 'pdf') continue;
    gateway.upstream.on(method, path, ({ headers }) => {
      const caller = String(headers['authorisation']).replace('Bearer ', '');
      const answer = answers[name] ?? null;
      return { json: access === 'public' ? answer : named(answer, caller) };
    });
  }
  return gateway;
};

describe('What is kept for everybody', () => {
  it.each(sampled(7, Object.entries(operations)))('has nothing of a caller: %s', async (name, query) => {
    await using gateway = await startNaming();
    const variables = name === 'signIn' ? signInVariables : {};
    const ask = (token: string) => gateway.query(query, { token, variables, headers: { 'x-request-id': 'request-1' } });
    for (let time = 0; time < TIMES; time += 1) await ask('ann');
    const answers = await Promise.all(['bob', 'cat'].map(ask));
    await using other = await startNaming();
    const first = await other.query(query, { token: 'bob', variables, headers: { 'x-request-id': 'request-1' } });
    for (const { text } of answers) expect(text).not.toContain('of ann');
    expect(answers[0]?.text).toBe(first.text);
    expect(answers[1]?.text).toBe(first.text.replaceAll('of bob', 'of cat'));
  });

  it('has the same bytes each time, with the ids, traces and errors of each request beside them', async () => {
    await using gateway = await startNaming();
    const [first] = [await gateway.query(fuels, { token: 'ann' })];
    for (let time = 0; time < TIMES; time += 1) {
      const { text, headers } = await gateway.query(fuels, {
        token: 'ann',
        headers: { 'x-request-id': `request-${time}` },
      });
      expect([text, headers.get('x-request-id')]).toEqual([first.text, `request-${time}`]);
    }
    const { body } = await gateway.query(fuels, { token: 'ann', headers: { 'x-upstream-trace': 'true' } });
    expect(body).toMatchObject({ extensions: { upstream: { trace: [{ cache: 'HIT' }] } } });
    expect(gateway.upstream.requests).toHaveLength(1);
  });

  it('is made once, and no plugin can change it for others', async () => {
    const made: unknown[] = [];
    const plugin: EnginePlugin = {
      onExecute: () => ({
        onExecuteDone: ({ result }: { readonly result: ExecutionResult }) => made.push(result.data),
      }),
    };
    await using gateway = await startNaming({ plugins: [plugin] });
    for (const token of ['ann', 'bob', 'cat', 'dan']) await gateway.query(fuels, { token });
    expect([made.length, made[3] === made[2], Object.isFrozen(made[3])]).toEqual([4, true, true]);
  });

  it.each([
    ['variables', { variableValues: { list: 'DOORS' } }],
    ['a document', { document: parse('{ __typename }') }],
  ] as const)('has nothing of %s that a plugin puts in the place of those of one caller', async (_what, instead) => {
    const plugin: Plugin<YogaInitialContext> = {
      onExecute: ({ executeFn, setExecuteFn, context }) => {
        if (context.request.headers.get('authorization') !== 'Bearer bob') return;
        setExecuteFn((args) => executeFn({ ...args, ...instead }));
      },
    };
    await using gateway = await startNaming({ plugins: [plugin] });
    const query = 'query ($list: LookupList!) { lookups { values(list: $list) { label } } }';
    const ask = async (token: string) => (await gateway.query(query, { token, variables: { list: 'FUEL' } })).text;
    const first = await ask('ann');
    const other = await ask('bob');
    expect(other).not.toBe(first);
    for (let time = 0; time < TIMES; time += 1) expect([await ask('bob'), await ask('ann')]).toEqual([other, first]);
  });

  it('is not for a caller without a token, who may read no list', async () => {
    await using gateway = await startNaming();
    for (let time = 0; time < TIMES; time += 1) await gateway.query(fuels, { token: 'ann' });
    const { errors } = await gateway.query(fuels);
    expect(errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
  });

  it('changes with its list', async () => {
    const clock = new TestClock();
    await using gateway = await startScriptedGateway({ lookups: { freshMs: 1_000, staleMs: 0 } }, clock);
    let label = 'Petrol';
    gateway.upstream.on('GET', endpoints.listFuels.path, () => ({ json: [{ Id: 1, Item: label }] }));
    const ask = async (): Promise<string> => (await gateway.ask(fuels)).text;
    for (let time = 0; time < TIMES; time += 1) expect(await ask()).toContain('Petrol');
    label = 'Diesel';
    expect(await ask()).toContain('Petrol');
    clock.advance(10_000);
    expect(await ask()).toContain('Diesel');
    for (let time = 0; time < TIMES; time += 1) expect(await ask()).toContain('Diesel');
  });

  it('is told apart by variables', async () => {
    await using gateway = await startNaming();
    const query = 'query ($list: LookupList!) { lookups { values(list: $list) { label } } }';
    const ask = async (list: string) => (await gateway.query(query, { token: 'ann', variables: { list } })).text;
    for (let time = 0; time < TIMES; time += 1) {
      expect(await ask('FUEL')).toContain('StringId Item');
      expect(await ask('DOORS')).not.toContain('StringId Item');
    }
  });

  it('is logged as any other operation', async () => {
    await using gateway = await startNaming({ operationLog: 'on' });
    for (let time = 0; time < TIMES; time += 1) await gateway.query(fuels, { token: 'ann' });
    const lines = gateway.logLines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'operation');
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines.slice(1))
      expect(line).toMatchObject({ outcome: 'ok', planned: 2, calls: 0, cacheHits: 1 });
  });
});
