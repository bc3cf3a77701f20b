/** The metric that says which build runs. */
import { Gauge, type Registry } from 'prom-client';

/** Sets the gauge that is always 1 and whose labels name the version of the gateway and of Node. */
export const registerBuildInfo = (registry: Registry, version: string): void => {
  const gauge = new Gauge({
    name: 'listings_gateway_build_info',
    help: 'Always 1; the labels say which build runs.',
    labelNames: ['version', 'node_version'],
    // Of several processes, it is still 1.
    aggregator: 'first',
    registers: [registry],
  });
  gauge.set({ version, node_version: process.version }, 1);
};
