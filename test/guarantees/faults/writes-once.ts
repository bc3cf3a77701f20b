/** Requests that must not be repeated arrive once, whatever happens to them. */
import { endpoints } from '../../../src/contract/endpoints.ts';
import { aimedProbes } from '../endpoint-probes.ts';
import { createOracle } from '../oracle.ts';
import { figure, type RunGroup } from '../outcome.ts';
import { asksOf, type FaultCase, type Inspect, nameOf, runFaultCases } from './fault-case.ts';
import { serviceFaults } from './service-faults.ts';

/** Requests whose repetition could do something twice. */
const writes = aimedProbes.filter(({ endpoint }) => endpoints[endpoint].retry === 'never');

/**
 * Tries every fault at every endpoint that must not be repeated, and counts what the service saw by the number that each
 * request carries.
 *
 * @param amount how often each is tried; a fraction tries that share of them
 */
export const runWritesUnderFaults: RunGroup = async (amount, seed) => {
  using oracle = createOracle();
  const step = Math.max(1, Math.round(1 / amount));
  const cases: FaultCase[] = [];
  for (let round = 0; round < amount; round += 1) {
    for (const [row, fault] of serviceFaults.entries()) {
      for (const [column, probe] of writes.entries()) {
        if ((row + column + seed) % step === 0) cases.push({ fault, probe, key: String(2_000_000 + cases.length) });
      }
    }
  }
  let sent = 0;
  let repeated = 0;
  const inspect: Inspect = (tried, seen) => {
    for (const each of tried) {
      const arrived = seen.filter(
        ({ endpoint, text, id }) =>
          endpoint === each.probe.endpoint && (text.includes(each.key) || id === `case-${each.key}`),
      ).length;
      sent += asksOf(each);
      repeated += Math.max(0, arrived - asksOf(each));
      if (arrived > asksOf(each)) oracle.fail(`${nameOf(each)}: asked ${asksOf(each)} times, seen ${arrived} times`);
    }
  };
  await runFaultCases(cases, oracle, seed, inspect);
  oracle.count(cases.length);
  return oracle.outcome('writes under faults', seed, [`repeated ${repeated} of ${figure(sent)} writes`]);
};
