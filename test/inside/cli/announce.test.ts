import { describe, expect, it } from 'vitest';
import { announce } from '../../../src/cli/start.ts';
import { configOf } from '../../support/config-of.ts';
import { captureLog } from '../../support/running-gateway.ts';

const url = new URL('http://127.0.0.1:4000/');
const production = { NODE_ENV: 'production', LISTINGS_API_URL: 'https://listings.example' };
const inMemory =
  'Idempotency keys are kept in the memory of this process, until it stops; set REDIS_URL when several gateways serve the same clients.';

const saidWith = (env: Readonly<Record<string, string>>): unknown[] => {
  const { log, lines } = captureLog();
  announce({ url, graphiql: false, embedded: null }, configOf(env), log);
  return lines.map((line): unknown => JSON.parse(line));
};

describe('The announcement of a gateway without a terminal', () => {
  it('says in production where idempotency keys are kept that others do not know', () => {
    expect(saidWith(production)).toEqual([
      expect.objectContaining({ msg: 'listening', url: url.href, service: 'remote' }),
      expect.objectContaining({ level: 30, msg: inMemory }),
    ]);
  });

  it.each([
    ['with Redis', { ...production, REDIS_URL: 'redis://127.0.0.1:1' }],
    ['in development', { LISTINGS_API_URL: 'https://listings.example' }],
  ])('does not %s', (_when, env) => {
    expect(saidWith(env)).toEqual([expect.objectContaining({ msg: 'listening' })]);
  });
});
