import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampled } from '../../../support/effort.ts';
import { type HttpServer, startGatewayServer } from '../http-servers.ts';
import { probesByTopic } from './all-probes.ts';
import type { Probe } from './probe.ts';
import { runProbe } from './run-probe.ts';

let server: HttpServer;
beforeAll(async () => {
  server = await startGatewayServer({ refuses: true });
});
afterAll(() => server[Symbol.asyncDispose]());

/** Whole, in halves, and with what comes behind it by itself. */
const cutsOf = ({ bytes }: Probe): readonly (readonly number[])[] => [
  [],
  [Math.ceil(bytes.length / 2)],
  [bytes.length],
  [1, Math.ceil(bytes.length / 2), bytes.length],
];

describe.each(Object.entries(probesByTopic))('The probes of HTTP/1.1: %s', (_topic, ofTopic) => {
  it.each(sampled(ofTopic, 4))('$name: $verdict, however it is cut', async (probe) => {
    for (const cuts of cutsOf(probe)) {
      const { verdict, body } = await runProbe(server, probe, cuts);
      // Behind a good request, bytes that are no request get 400 if they come after its response.
      const isSame = probe.verdict === '200' ? /^200(?: 400)?$/.test(verdict) : verdict === probe.verdict;
      expect(
        [isSame ? probe.verdict : verdict, probe.body === null ? null : body],
        `cut at ${cuts.join(', ')}`,
      ).toEqual([probe.verdict, probe.body]);
    }
  });
});

describe('The probes of HTTP/1.1', () => {
  it('are many, each with a name of its own', () => {
    const names = Object.entries(probesByTopic).flatMap(([topic, probes]) =>
      probes.map(({ name }) => `${topic} ${name}`),
    );
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThan(200);
  });
});
