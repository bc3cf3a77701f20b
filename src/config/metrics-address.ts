/** Reads where the metrics are served. */
import type { Reader } from './reader.ts';
import type { ServiceConfig } from './service.ts';
import { settings } from './settings/settings.ts';

/** A port of the metrics alone; a host of null is that of the gateway. */
export interface MetricsAddress {
  readonly host: string | null;
  readonly port: number;
}

/** Reads where the metrics are served; null for the port of the gateway. */
export function readMetricsAddress(
  reader: Reader,
  gatewayPort: number,
  service: ServiceConfig | undefined,
): MetricsAddress | null {
  const port = reader.read(settings.metricsPort);
  const host = reader.read(settings.metricsHost) ?? null;
  if (port === undefined) return null;
  // Whoever names the port of the clients means it; a default that happens to be the same is not meant.
  if (port !== 0 && port === gatewayPort && reader.textOf(settings.metricsPort) !== undefined) return null;
  const taken = service?.kind === 'embedded' && port === service.port ? 'the embedded service (EMBEDDED_PORT)' : null;
  const other = port === gatewayPort ? 'the gateway (PORT)' : taken;
  if (port !== 0 && other !== null) reader.refuse(settings.metricsPort, `cannot be the port of ${other} too`);
  return { host, port };
}
