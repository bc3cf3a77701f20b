/** A service as a process of its own, which can be killed, stopped and started again at the same address. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { findFreePort } from '../../support/network/free-port.ts';

/** The process. Disposing of it kills what is left of it. */
export interface ServiceProcess extends AsyncDisposable {
  readonly url: URL;
  kill(signal: NodeJS.Signals): void;
  /** Starts it once more, after it was killed. */
  restart(): Promise<void>;
}

/** How the service is. */
export interface ServiceBehaviour {
  readonly latencyMs?: number;
  /** Share of the GETs whose connections are reset. */
  readonly resetPercent?: number;
}

/** Starts it, from compiled code. */
export const startServiceProcess = async ({
  latencyMs = 0,
  resetPercent = 0,
}: ServiceBehaviour = {}): Promise<ServiceProcess> => {
  const port = await findFreePort();
  const start = async (): Promise<ChildProcess> => {
    const started = fork(join(import.meta.dirname, 'service-main.js'), [port, latencyMs, resetPercent].map(String));
    await once(started, 'message');
    return started;
  };
  let child = await start();
  return {
    url: new URL(`http://127.0.0.1:${port}/api`),
    kill: (signal) => void child.kill(signal),
    restart: async () => {
      child = await start();
    },
    [Symbol.asyncDispose]: async () => {
      const isRunning = child.exitCode === null && child.signalCode === null;
      const exited = isRunning ? once(child, 'exit') : null;
      child.kill('SIGKILL');
      await exited;
    },
  };
};
