import { serverAudits } from 'graphql-http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ScriptedGateway, startScriptedGateway } from '../support/scripted-gateway.ts';

let gateway: ScriptedGateway;
beforeAll(async () => {
  gateway = await startScriptedGateway();
});
afterAll(() => gateway[Symbol.asyncDispose]());

const audits = serverAudits({
  url: () => new URL('/graphql', gateway.url).href,
  fetchFn: (url: string, init: RequestInit = {}) =>
    fetch(url, { ...init, headers: { ...(init.headers as Record<string, string>), 'GraphQL-Require-Preflight': '1' } }),
});

describe('GraphQL over HTTP', () => {
  it.each(audits.map((audit) => [audit.name, audit] as const))('%s', async (_name, audit) => {
    expect(await audit.fn()).toMatchObject({ status: 'ok' });
  });

  it('is audited in full', () => {
    expect(audits).toHaveLength(61);
  });
});
