/** Services that are not there at all. */
import { findFreePort } from '../../support/network/free-port.ts';
import { captureLog, startGatewayAt, TestClock } from '../../support/running-gateway.ts';
import { type AimedProbe, aimedProbes } from '../endpoint-probes.ts';
import { createHttpClient } from '../http-client.ts';
import type { Oracle } from '../oracle.ts';

const timeouts = { connectMs: 150, totalMs: 300, uploadMs: 300 };

const tryAll = async (what: string, url: URL, asked: readonly AimedProbe[], oracle: Oracle): Promise<void> => {
  const captured = captureLog();
  await using gateway = await startGatewayAt(
    url,
    { transport: { timeouts }, lookups: { freshMs: 0, staleMs: 0 } },
    new TestClock(),
    captured,
  );
  using client = createHttpClient(gateway.url);
  await Promise.all(
    asked.map(async (probe) => {
      const reply = await client.send(probe.ask('3000001'));
      oracle.judge(reply, `${what} at ${probe.endpoint} (${probe.form})`, probe.form, [url.host]);
    }),
  );
  oracle.count(asked.length);
  await oracle.settle(what, { load: () => gateway.load(), connections: () => 0 });
  oracle.audit(captured.lines, [url.host]);
};

/** Tries every endpoint of a service that refuses connections, and of one whose name does not resolve. */
export const tryUnreachable = async (oracle: Oracle): Promise<void> => {
  const refused = new URL(`http://127.0.0.1:${await findFreePort()}/api`);
  await tryAll('a refused connection', refused, aimedProbes, oracle);
  await tryAll('a name that does not resolve', new URL('http://canary-host.invalid/api'), aimedProbes, oracle);
};
