/** Warnings about settings that are allowed and yet probably not what was meant. */
import type { Reader } from './reader.ts';
import { type ServiceConfig, findAddressDoubts } from './service.ts';
import { settings } from './settings/settings.ts';

/** Finds such settings, and says of each what is doubtful. */
export function findDoubts(
  reader: Reader,
  gatewayPort: number,
  workers: number,
  service: ServiceConfig | undefined,
): string[] {
  const doubts: string[] = [];
  const nodeEnv = reader.read(settings.nodeEnv) ?? '';
  if (/^prod/i.test(nodeEnv) && !reader.situation.production) {
    doubts.push(`NODE_ENV=${nodeEnv} is not production: only NODE_ENV=production counts as such`);
  }
  if (service?.kind === 'remote') doubts.push(...findAddressDoubts(service.url));
  const isAmongClients = reader.textOf(settings.metricsPort) === String(gatewayPort);
  if (reader.situation.production && gatewayPort !== 0 && isAmongClients) {
    doubts.push('METRICS_PORT is the port of the gateway (PORT): everyone who reaches it can read the metrics');
  }
  if (workers > 1 && reader.textOf(settings.redisUrl) === undefined) {
    doubts.push(
      'WORKERS are several and there is no REDIS_URL: writes with an idempotency key are refused, and there are no browser sessions',
    );
  }
  const documents = reader.textOf(settings.trustedDocumentsFile);
  if (documents !== undefined && reader.read(settings.trustedDocuments) === 'off') {
    doubts.push('TRUSTED_DOCUMENTS_FILE is set and not read, because TRUSTED_DOCUMENTS is off');
  }
  return doubts;
}
