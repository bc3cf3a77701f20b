import { serverAudits } from 'graphql-http';
import { describe, expect, it } from 'vitest';
import { startScriptedGatewayForAll } from '../support/scripted-gateway.ts';

const gateway = await startScriptedGatewayForAll();

const audits = serverAudits({
  url: () => new URL('/graphql', gateway.url).href,
  fetchFn: (url: string, init: RequestInit = {}) =>
    fetch(url, { ...init, headers: { ...(init.headers as Record<string, string>), 'GraphQL-Require-Preflight': '1' } }),
});

describe('GraphQL over HTTP', () => {
  it.each(audits.map((audit) => [audit.name, audit] as const))('%s', async (_name, audit) => {
    expect(await audit.fn()).toMatchObject({ status: 'ok' });
  });

  it('takes an empty operationName for none, as some clients send it, by POST as by GET', async () => {
    const names = [
      ['', 200],
      [null, 200],
      ['A', 200],
      ['B', 400],
    ] as const;
    for (const [operationName, status] of names) {
      const accept = 'application/graphql-response+json';
      const text = 'query A { __typename }';
      const json = { headers: { 'content-type': 'application/json', accept } };
      const posted = await gateway.fetch('/graphql', {
        method: 'POST',
        ...json,
        body: JSON.stringify({ query: text, operationName }),
      });
      const search = new URLSearchParams({ query: text, operationName: operationName ?? '' });
      const preflight = { headers: { 'GraphQL-Require-Preflight': '1', accept } };
      const got = await gateway.fetch(`/graphql?${search}`, preflight);
      expect([operationName, posted.status, got.status]).toEqual([operationName, status, status]);
    }
  });

  it('is audited in full', () => {
    expect(audits).toHaveLength(61);
  });
});
