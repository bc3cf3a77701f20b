/** The targets of a measurement do the same work: otherwise their figures could not be compared. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseLoadReport } from '../../bench/load/load-report.ts';
import { runStandInLoad } from '../../bench/load/stand-in.ts';
import { Owned } from '../../bench/owned.ts';
import { startStandInService } from '../../bench/service/stand-in.ts';
import { startFloor } from '../../bench/targets/floor.ts';
import { ask, verify } from '../../bench/verify.ts';
import { workloadNames, workloads } from '../../bench/workloads.ts';
import { captureLog, startGatewayAt, TestClock } from '../support/running-gateway.ts';

const owned = new Owned();
let baseUrl: URL;
let floor: URL;
let gateway: URL;

beforeAll(async () => {
  ({ baseUrl } = owned.add(await startStandInService()));
  const running = owned.add(await startGatewayAt(baseUrl, {}, new TestClock(), captureLog()));
  gateway = new URL('/graphql', running.url);
  floor = owned.add(await startFloor(baseUrl)).url;
});

afterAll(() => owned[Symbol.asyncDispose]());

const gatewayTarget = () => ({ name: 'gateway', url: gateway, headers: {} });

describe.each(workloadNames)('%s', (name) => {
  it('has the same response from the gateway as from hand-written code, cold and warm', async () => {
    const { data } = await ask(floor, workloads[name], {});
    expect(data).toBeTypeOf('object');
    for (const _time of ['cold', 'warm']) {
      const bytes = await verify(gatewayTarget(), workloads[name], data);
      expect(bytes).toBeGreaterThan(JSON.stringify(data).length);
    }
  });
});

describe('calls of the service once lists are cached', () => {
  it.each([
    ['W1S', 0],
    ['W1L', 0],
    ['W2', 1],
    ['W3', 50],
    ['W3D', 11],
    ['W4', 1],
    ['W5', 0],
  ] as const)('%s makes %i', async (name, calls) => {
    await ask(gateway, workloads[name], {});
    const { text } = await ask(gateway, workloads[name], { 'x-upstream-trace': 'true' });
    expect(JSON.parse(text)).toMatchObject({ extensions: { upstream: { calls } } });
  });
});

describe('verify', () => {
  it('rejects a response with other data', async () => {
    await expect(verify(gatewayTarget(), workloads.W5, { __typename: 'Mutation' })).rejects.toThrow(
      'gateway responds to W5',
    );
  });

  it('rejects a response with errors, whatever its data', async () => {
    const broken = { ...workloads.W5, body: JSON.stringify({ query: '{ nothing }' }) };
    await expect(verify(gatewayTarget(), broken, undefined)).rejects.toThrow('gateway responds to W5');
  });
});

describe('the fixed service', () => {
  it('refuses those who bring no token', async () => {
    expect((await fetch(`${baseUrl.href}/v1/sections`)).status).toBe(401);
  });
});

describe('the load generator that is built in', () => {
  const load = { headers: {}, caller: 'reader', tokens: 10, connections: 2, seconds: 0.05 } as const;

  it('reports the responses, and how long that took', async () => {
    const report = parseLoadReport(await runStandInLoad({ ...load, url: floor, bodies: [workloads.W5.body] }));
    expect(report.requests).toBeGreaterThan(0);
    expect(report.failures).toBe(0);
    expect(report.p99Ms).toBeGreaterThanOrEqual(report.p50Ms);
  });

  it('counts bodies that are no response', async () => {
    const report = parseLoadReport(await runStandInLoad({ ...load, url: floor, bodies: ['{"operationName":"W9"}'] }));
    expect(report.failures).toBe(report.requests);
  });
});
