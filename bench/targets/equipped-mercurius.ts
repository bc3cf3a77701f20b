/** What a team adds to mercurius before it goes to production: a line of the log and metrics for each operation, a limit for each caller. */
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { Histogram } from 'prom-client';

/** More than the load sends: how often one may ask is not what is measured. */
const PER_MINUTE = 10_000_000;

const operationNameOf = (body: unknown): string | null =>
  typeof body === 'object' && body !== null && 'operationName' in body ? String(body.operationName) : null;

/** Adds it. The log goes to standard output, as that of the gateway does. */
export const equip = async (app: FastifyInstance): Promise<void> => {
  await app.register(rateLimit, {
    max: PER_MINUTE,
    timeWindow: 60_000,
    cache: 50_000,
    keyGenerator: ({ headers, ip }) => headers.authorization ?? ip,
  });
  const durations = new Histogram({
    name: 'operation_duration_seconds',
    help: 'Time from the request to the end of its response, by status.',
    labelNames: ['status'],
  });
  app.addHook('onResponse', (request, { statusCode, elapsedTime }, done) => {
    durations.observe({ status: String(statusCode) }, elapsedTime / 1000);
    request.log.info(
      { operation: operationNameOf(request.body), status: statusCode, durationMs: elapsedTime },
      'operation',
    );
    done();
  });
};
