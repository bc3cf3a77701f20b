/** A gateway in front of a service that works, to be attacked or loaded; afterwards it has to be idle and must have leaked nothing. */
import {
  captureLog,
  type GatewaySettings,
  type RunningGateway,
  startGatewayAt,
  TestClock,
} from '../support/running-gateway.ts';
import { createHttpClient, type HttpClient } from './http-client.ts';
import type { Oracle } from './oracle.ts';
import { type FaultyService, startFaultyService } from './service.ts';

/** What is tried. */
export interface TriedGateway {
  readonly service: FaultyService;
  readonly gateway: RunningGateway;
  readonly client: HttpClient;
  /** Texts that nobody may hear of. */
  readonly own: readonly string[];
}

/** Starts a gateway, tries something, and has the oracle look at what is left. */
export const tryGateway = async (
  oracle: Oracle,
  what: string,
  settings: GatewaySettings,
  act: (tried: TriedGateway) => Promise<void>,
): Promise<void> => {
  await using service = await startFaultyService();
  const captured = captureLog();
  const { transport, ...others } = settings;
  await using gateway = await startGatewayAt(
    service.url,
    { ...others, transport: { keepAliveTimeoutMs: 100, ...transport } },
    new TestClock(),
    captured,
  );
  const own = [service.url.host];
  {
    using client = createHttpClient(gateway.url);
    await act({ service, gateway, client, own });
  }
  await oracle.settle(what, { load: () => gateway.load(), connections: () => service.connections() });
  if (service.strays() > 0) oracle.fail(`${what}: ${service.strays()} requests went to another origin`);
  oracle.audit(captured.lines, own);
};
