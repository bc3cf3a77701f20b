/** A service that is down is left alone, and found again when it is back. */
import { setTimeout as pause } from 'node:timers/promises';
import { loadGateway, SystemClock } from '../../../test/guarantees/load/loaded-gateway.ts';
import { codesIn, createOracle } from '../../../test/guarantees/oracle.ts';
import { figure, type RunGroup } from '../../../test/guarantees/outcome.ts';

const CLIENTS = 64;
const WARM_MS = 1_500;
/** Calls that may leave in an outage of three seconds. */
const MOST_CALLS = 150;
/** Time after the service is back until it is found: the longest wait for a probe, and as much again for a busy machine. */
const MOST_RECOVERY_MS = 1_500;

/** Has a service fail for `amount` seconds at full load. */
export const runOutage: RunGroup = async (amount) => {
  using oracle = createOracle();
  let isDown = false;
  let calls = 0;
  let inOutage = 0;
  let asked = 0;
  let recoveryMs = Number.POSITIVE_INFINITY;
  const over = new AbortController();
  const clock = new SystemClock();
  const options = {
    clock,
    respond: ({ request }: { readonly request: { readonly socket: { resetAndDestroy(): unknown } } }) => {
      if (isDown) request.socket.resetAndDestroy();
      return isDown;
    },
  };
  await loadGateway(oracle, 'an outage', options, async ({ client, service }) => {
    let backAt = Number.POSITIVE_INFINITY;
    const loop = async (): Promise<void> => {
      while (!over.signal.aborted) {
        const sentAt = performance.now();
        const reply = await client.operation({ query: '{ viewer { name } }', token: 'token' });
        oracle.judge(reply, 'during an outage');
        asked += 1;
        if (sentAt > backAt && codesIn(reply).length === 0)
          recoveryMs = Math.min(recoveryMs, performance.now() - backAt);
        // A refusal comes at once; users do not retry in the same millisecond.
        if (codesIn(reply).length > 0) await pause(2);
      }
    };
    const loops = Array.from({ length: CLIENTS }, loop);
    await pause(WARM_MS);
    calls = service.calls();
    isDown = true;
    await pause(amount * 1000);
    inOutage = service.calls() - calls;
    isDown = false;
    backAt = performance.now();
    const end = backAt + MOST_RECOVERY_MS + 4_000;
    while (recoveryMs === Number.POSITIVE_INFINITY && performance.now() < end) await pause(20);
    over.abort();
    await Promise.all(loops);
  });
  oracle.count(asked);
  if (inOutage >= MOST_CALLS) oracle.fail(`${figure(inOutage)} calls left in an outage of ${amount} s.`);
  if (recoveryMs > MOST_RECOVERY_MS) oracle.fail(`It took ${Math.round(recoveryMs)} ms to find the service again.`);
  return oracle.outcome('outage at full load', null, [
    `${figure(inOutage)} calls left in ${amount} s (${figure(Math.round(calls / (WARM_MS / 1000)))} a second before)`,
    `responses again ${Math.round(recoveryMs)} ms after`,
  ]);
};
