/** The way to the service: its connections, and the client that calls it. */
import type { Metrics } from '../gateway/observability/metrics/metrics.ts';
import { createServiceClient, type ServiceClient } from '../upstream/client.ts';
import { createTransport, type Transport } from '../upstream/transport.ts';
import type { Start } from './start.ts';
import { readUserAgent } from './version.ts';

/** The service, and how busy the way to it is. */
export interface ConnectedService {
  readonly service: ServiceClient;
  readonly isGroupFull: Transport['isFull'];
}

/** Creates the client of the service at a base URL. */
export const connectService = ({ config, log, own }: Start, baseUrl: URL, metrics: Metrics): ConnectedService => {
  const transport = own(createTransport({ ...config.transport, userAgent: readUserAgent(), baseUrl }));
  const service = createServiceClient({
    transport,
    resilience: { ...config.resilience, observer: metrics.resilience },
    tokenParams: config.tokenParams,
    photoBody: config.photoBody,
    log: log.child({ part: 'upstream' }),
    onDrift: metrics.countDrift,
    onCall: metrics.observeCall,
    onFailure: metrics.failures.countFailure,
  });
  metrics.resilience.watch(service);
  return { service, isGroupFull: transport.isFull };
};
