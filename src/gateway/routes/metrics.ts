/** `/metrics`: for Prometheus. */
import type { Route } from '../http/router.ts';
import type { Metrics } from '../observability/metrics/metrics.ts';

/** Serves the metrics. */
export const metricsRoute = (metrics: Pick<Metrics, 'contentType' | 'print'>): Route => ({
  path: '/metrics',
  methods: ['GET'],
  handle: async (_request, response) => {
    response.writeHead(200, { 'Content-Type': metrics.contentType }).end(await metrics.print());
  },
});
