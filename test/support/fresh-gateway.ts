/** Further gateways in front of the service of a world, each with empty caches. */
import { captureLog, type GatewaySettings, type RunningGateway, startGatewayAt } from './running-gateway.ts';
import type { World } from './world.ts';

/** Starts a gateway that knows no list yet; without an application of its own unless given. */
export const startFreshGateway = ({ service, clock }: World, settings: GatewaySettings = {}): Promise<RunningGateway> =>
  startGatewayAt(service.baseUrl, settings, clock, captureLog());
