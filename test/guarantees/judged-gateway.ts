/** A gateway in front of a service, to be attacked or loaded; afterwards it has to be idle and must have leaked nothing. */
import { createLog } from '../../src/log/logger.ts';
import { type GatewaySettings, type RunningGateway, startGatewayAt, TestClock } from '../support/running-gateway.ts';
import { createHttpClient, type HttpClient } from './http-client.ts';
import type { Oracle } from './oracle.ts';
import { type FaultyService, startFaultyService } from './service.ts';

/** What is judged. */
export interface JudgedGateway {
  readonly gateway: RunningGateway;
  readonly client: HttpClient;
}

/** How it is set up. */
export interface JudgedOptions {
  readonly settings?: GatewaySettings;
  readonly clock?: TestClock;
  /** Connections of the client; 64 unless given. */
  readonly maxSockets?: number;
}

/** Starts a gateway, does something with it, and has the oracle look through its log, line by line, and at what is left. */
export const judgeGateway = async (
  oracle: Oracle,
  what: string,
  { url, connections }: { readonly url: URL; readonly connections: () => number },
  { settings: { transport, ...settings } = {}, clock = new TestClock(), maxSockets = 64 }: JudgedOptions,
  act: (judged: JudgedGateway) => Promise<void>,
): Promise<void> => {
  const log = createLog('trace', { write: (line) => oracle.audit([line], [url.host]) });
  await using gateway = await startGatewayAt(
    url,
    { ...settings, transport: { keepAliveTimeoutMs: 200, ...transport } },
    clock,
    { log, lines: [] },
  );
  {
    using client = createHttpClient(gateway.url, maxSockets);
    await act({ gateway, client });
  }
  await oracle.settle(what, { load: () => gateway.load(), connections });
};

/** What is tried. */
export interface TriedGateway extends JudgedGateway {
  readonly service: FaultyService;
  /** Texts that nobody may hear of. */
  readonly own: readonly string[];
}

/** Does so in front of a service at which faults can be aimed, and at no other origin. */
export const tryGateway = async (
  oracle: Oracle,
  what: string,
  options: JudgedOptions,
  act: (tried: TriedGateway) => Promise<void>,
): Promise<void> => {
  await using service = await startFaultyService();
  await judgeGateway(oracle, what, service, options, (judged) => act({ ...judged, service, own: [service.url.host] }));
  if (service.strays() > 0) oracle.fail(`${what}: ${service.strays()} requests went to another origin`);
};
