import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Endpoint, endpointNames, endpoints } from '../../src/contract/endpoints.ts';
import { anyCharacter } from '../support/any-character.ts';
import { byEffort } from '../support/effort.ts';
import { startServiceForAll } from './running-service.ts';

const service = await startServiceForAll();
const token = await service.signIn('agent');

const oddText = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 30 }),
  fc.bigInt({ min: -(2n ** 64n), max: 2n ** 64n }).map(String),
  fc.constantFrom('', '0', '-1', '1000', 'null', "'; DROP TABLE users; --", '../..', '%00', '\u0000', '[]', '1e99'),
);

const hostileRequest = fc.constantFrom(...endpointNames).chain((name) => {
  const row: Endpoint = endpoints[name];
  return fc.record({
    method: fc.constantFrom(row.method, row.method, row.method, 'GET', 'POST', 'DELETE', 'PUT', 'OPTIONS', 'HEAD'),
    path: fc
      .array(oddText, { minLength: 2, maxLength: 2 })
      .map((texts) => row.path.replaceAll(/\{\w+\}/g, () => encodeURIComponent(texts.shift() ?? ''))),
    query: fc.dictionary(fc.oneof(fc.constantFrom(...Object.keys(row.query), 'x'), oddText), oddText, { maxKeys: 4 }),
    body: fc.option(oddText),
  });
});

describe('hostile requests', () => {
  it('never make the service fail, and always get JSON or nothing', async () => {
    await fc.assert(
      fc.asyncProperty(hostileRequest, async ({ method, path, query, body }) => {
        const search = new URLSearchParams(Object.entries(query)).toString();
        const takesBody = method !== 'GET' && method !== 'HEAD' && body !== null;
        const response = await service.call(`${path}?${search}`, { method, token, ...(takesBody ? { body } : {}) });
        expect(response.status).toBeLessThan(500);
      }),
      { seed: 20_250_615, numRuns: byEffort(40, 200) },
    );
    expect(service.logged()).toBe('');
  });

  it('do not keep it busy with a body that nobody asked for', async () => {
    const body = 'x'.repeat(8 * 1024 * 1024);
    const path = '/api/v1/listings/1/watch';
    await service.fetch(path, { method: 'POST', token, body }).catch(() => undefined);
    expect((await service.call('/v1/sections', { token })).status).toBe(200);
  });
});
