/** The table of the gateway's own metrics in docs/operations.md. */
import { z } from 'zod';
import { createMetrics } from '../../src/gateway/observability/metrics/metrics.ts';

const metricSchema = z.object({
  name: z.string(),
  help: z.string(),
  type: z.string(),
  labelNames: z.array(z.string()),
});

/** What prom-client knows of a metric, and says in no format. */
const described = (metric: object): z.infer<typeof metricSchema> => metricSchema.parse(metric);

/** Makes the table: each metric with its type, its labels and its help, by name. */
export const metricsTable = (): string => {
  const metrics = createMetrics({ version: '0.0.0' });
  metrics.addRedis();
  const rows = metrics.registries
    .flatMap((registry) => registry.getMetricsAsArray().map(described))
    .filter(({ name }) => name.startsWith('listings_gateway_'))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .map(({ name, help, type, labelNames }) => {
      const labels = labelNames.length === 0 ? '–' : labelNames.map((label) => `\`${label}\``).join(', ');
      return `| \`${name}\` | ${type} | ${labels} | ${help.replaceAll('|', '\\|')} |`;
    });
  return ['| Metric | Type | Labels | Meaning |', '|---|---|---|---|', ...rows].join('\n');
};
