/** A gateway under load: its log is looked through line by line and not kept. */
import { createLog } from '../../../src/log/logger.ts';
import { type GatewaySettings, type RunningGateway, startGatewayAt, TestClock } from '../../support/running-gateway.ts';
import { createHttpClient, type HttpClient } from '../http-client.ts';
import type { Oracle } from '../oracle.ts';
import { type PlainService, type Responder, startPlainService } from '../service.ts';

/** The clock of the system, for what has to wait for real. */
export class SystemClock extends TestClock {
  override readonly now = (): number => Date.now();
}

/** What is loaded. */
export interface LoadedGateway {
  readonly service: PlainService;
  readonly gateway: RunningGateway;
  readonly client: HttpClient;
}

/** How it is set up. */
export interface LoadOptions {
  readonly settings?: GatewaySettings;
  readonly respond?: Responder;
  readonly clock?: TestClock;
  /** Connections of the client; 64 unless given. */
  readonly maxSockets?: number;
}

/** Starts a gateway, loads it, and has the oracle look at what is left. */
export const loadGateway = async (
  oracle: Oracle,
  what: string,
  { settings = {}, respond, clock = new TestClock(), maxSockets = 64 }: LoadOptions,
  act: (loaded: LoadedGateway) => Promise<void>,
): Promise<void> => {
  await using service = await startPlainService(respond);
  const log = createLog('trace', { write: (line) => oracle.audit([line], [service.url.host]) });
  const { transport, ...others } = settings;
  await using gateway = await startGatewayAt(
    service.url,
    { ...others, transport: { keepAliveTimeoutMs: 200, ...transport } },
    clock,
    { log, lines: [] },
  );
  {
    using client = createHttpClient(gateway.url, maxSockets);
    await act({ service, gateway, client });
  }
  await oracle.settle(what, { load: () => gateway.load(), connections: () => service.connections() });
};
