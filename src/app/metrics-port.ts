/** Serves the metrics as it is configured. */
import type { Config } from '../config/config.ts';
import type { Metrics } from '../gateway/observability/metrics/metrics.ts';
import { type Health, type MetricsServer, startMetricsServer } from '../gateway/routes/monitoring.ts';
import type { Logger } from '../log/logger.ts';

/**
 * Serves the metrics where they have a port of their own; null when they have none.
 *
 * @throws the error of the system when the port is taken
 */
export const startConfiguredMetrics = async (
  { metrics: at, server }: Config,
  metrics: Pick<Metrics, 'contentType' | 'print'>,
  health: Health,
  log: Logger,
): Promise<MetricsServer | null> => {
  if (at === null) return null;
  const started = await startMetricsServer({ host: at.host ?? server.host, port: at.port, metrics, health, log });
  log.info({ url: new URL('/metrics', started.url).href }, 'metrics');
  return started;
};
