import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampled } from '../../../support/effort.ts';
import { type HttpServer, startGatewayServer, startNodeServer } from '../http-servers.ts';
import { probesByTopic } from './all-probes.ts';
import { probeTable } from './probe-table.ts';
import type { Probe } from './probe.ts';
import { runProbe } from './run-probe.ts';

let fast: HttpServer;
let slow: HttpServer;
let node: HttpServer;
beforeAll(async () => {
  fast = await startGatewayServer({ hasFastPath: true, refuses: true });
  slow = await startGatewayServer({ hasFastPath: false, refuses: true });
  node = await startNodeServer();
});
afterAll(async () => {
  for (const server of [fast, slow, node]) await server[Symbol.asyncDispose]();
});

const probes = Object.values(probesByTopic).flat();

/** Whole, in halves, and with what comes behind it by itself. */
const cutsOf = ({ bytes }: Probe): readonly (readonly number[])[] => [
  [],
  [Math.ceil(bytes.length / 2)],
  [bytes.length],
  [1, Math.ceil(bytes.length / 2), bytes.length],
];

const judge = async (server: HttpServer, probe: Probe, cuts: readonly number[]): Promise<string> => {
  const { verdict, body } = await runProbe(server, probe, cuts);
  return probe.body === null || body === probe.body ? verdict : `${verdict}, with the body ${JSON.stringify(body)}`;
};

describe.each(Object.entries(probesByTopic))('The probes of HTTP/1.1: %s', (_topic, ofTopic) => {
  it.each(sampled(ofTopic, 4))(
    '$name: $verdict with the fast path and without it, however it is cut',
    async (probe) => {
      for (const cuts of cutsOf(probe)) {
        // Behind a good request, bytes that are no request get 400 if they come after its response.
        const verdicts = [await judge(fast, probe, cuts), await judge(slow, probe, cuts)].map((verdict) =>
          probe.verdict === '200' ? verdict.replace(/^200 400$/, '200') : verdict,
        );
        expect(verdicts, `cut at ${cuts.join(', ')}`).toEqual([probe.verdict, probe.verdict]);
      }
    },
  );

  it.each(sampled(ofTopic, 4, 2))(
    '$name: node:http alone does the same, or differs for a reason that is given',
    async (probe) => {
      expect(await judge(node, probe, [])).toBe(probe.alone?.verdict ?? probe.verdict);
    },
  );
});

describe('The probes of HTTP/1.1', () => {
  it('are many, each with a name of its own', () => {
    const names = Object.entries(probesByTopic).flatMap(([topic, ofTopic]) =>
      ofTopic.map(({ name }) => `${topic} ${name}`),
    );
    expect(new Set(names).size).toBe(probes.length);
    expect(probes.length).toBeGreaterThan(200);
  });

  it('are listed in docs/http-probes.md as they are', async () => {
    // After a change: npx vitest run test/guarantees/http/probes -u
    await expect(probeTable(probesByTopic)).toMatchFileSnapshot('../../../../docs/http-probes.md');
  });
});
