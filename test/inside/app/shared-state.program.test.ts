import { describe, expect, it } from 'vitest';
import { connectSharedState, type SharedByWorkers } from '../../../src/app/shared-state.ts';
import { createMetrics } from '../../../src/gateway/observability/metrics/metrics.ts';
import type { RecordStore } from '../../../src/records/record-store.ts';
import { configOf } from '../../support/config-of.ts';
import { isRedisSkipped, startRedisServer } from '../../support/redis/redis-server.ts';
import { captureLog } from '../../support/running-gateway.ts';

const claim = { id: 'a', holder: 'first' };
const rival = { id: 'a', holder: 'second' };

/** Opens the records of a gateway with these settings, and takes what is to be closed. */
const openRecords = async (
  env: Readonly<Record<string, string>>,
  { workers = null, service = 'https://listings.example' }: { workers?: SharedByWorkers | null; service?: string } = {},
): Promise<RecordStore & AsyncDisposable> => {
  const config = configOf({ LISTINGS_API_URL: service, ...env });
  const owned: AsyncDisposable[] = [];
  const own = <Resource extends AsyncDisposable>(resource: Resource): Resource => {
    owned.push(resource);
    return resource;
  };
  const metrics = createMetrics({ version: '0', worker: null, clients: [] });
  const { recordStore } = await connectSharedState(config, new URL(service), workers, captureLog().log, own, metrics);
  return Object.assign(recordStore, {
    [Symbol.asyncDispose]: async () => {
      for (const resource of owned) await resource[Symbol.asyncDispose]();
    },
  });
};

describe('Records of writes', () => {
  it('are in the memory of the process, as much as is configured', async () => {
    await using records = await openRecords({ IDEMPOTENCY_MEMORY_MB: '1' });
    await expect(records.claim(claim, 'x'.repeat(917_504), 1000)).rejects.toMatchObject({ reason: 'FULL' });
    expect(await records.claim(claim, 'x'.repeat(900_000), 1000)).toBeNull();
  });

  it('are refused where there are several workers and no Redis', async () => {
    const workers: SharedByWorkers = {
      rateLimitSecret: new Uint8Array(32),
      countTogether: async () => ({ total: 0, leftMs: 0 }),
    };
    await using records = await openRecords({}, { workers });
    await expect(records.claim(claim, 'mine', 1000)).rejects.toMatchObject({ reason: 'NO_REDIS' });
  });

  it.skipIf(isRedisSkipped)('are in Redis where there is one, as long as is configured, by service', async () => {
    await using server = await startRedisServer();
    const settings = { REDIS_URL: server.url, REDIS_TIMEOUT_MS: '10000', IDEMPOTENCY_TTL_S: '600' };
    await using records = await openRecords(settings);
    await using same = await openRecords(settings);
    await using other = await openRecords(settings, { service: 'https://other.example' });
    expect(await records.claim(claim, 'text', 60_000)).toBeNull();
    expect(await same.claim(rival, 'mine', 60_000)).toEqual({ state: 'running', text: 'text' });
    expect(await other.claim(rival, 'mine', 60_000)).toBeNull();
    const keys = await server.inspect((client) => client.keys('listings-gateway:idempotency:1:*:a'));
    expect(keys).toHaveLength(2);
    for (const key of keys) {
      const leftMs = await server.inspect((client) => client.pTTL(key));
      expect(leftMs).toBeGreaterThan(540_000);
      expect(leftMs).toBeLessThanOrEqual(600_000);
    }
  });
});
