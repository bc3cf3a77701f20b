/** Every fault of the service at every endpoint of the table. */
import { aimedProbes, endpointNames } from '../endpoint-probes.ts';
import { createOracle } from '../oracle.ts';
import type { RunGroup } from '../outcome.ts';
import { type FaultCase, runFaultCases } from './fault-case.ts';
import { serviceFaults } from './service-faults.ts';
import { tryUnreachable } from './unreachable.ts';

/**
 * Tries every fault at every endpoint.
 *
 * @param amount how often each is tried; a fraction tries that share of them, all faults and all endpoints among them
 */
export const runServiceFaults: RunGroup = async (amount, seed) => {
  using oracle = createOracle();
  const step = Math.max(1, Math.round(1 / amount));
  const cases: FaultCase[] = [];
  for (let round = 0; round < amount; round += 1) {
    for (const [row, fault] of serviceFaults.entries()) {
      for (const [column, probe] of aimedProbes.entries()) {
        if ((row + column + seed) % step === 0) cases.push({ fault, probe, key: String(1_000_000 + cases.length) });
      }
    }
  }
  await runFaultCases(cases, oracle, seed);
  oracle.count(cases.length);
  await tryUnreachable(oracle);
  return oracle.outcome('service faults × every endpoint', seed, [
    `${serviceFaults.length + 1} faults at ${endpointNames.length} endpoints`,
  ]);
};
