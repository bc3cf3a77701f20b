import { describe, expect, it } from 'vitest';
import { type ScriptedGateway, startScriptedGateway } from '../../support/scripted-gateway.ts';
import { picture } from '../uploads/photo-gateway.ts';

/** Of twelve connections a caller alone gets four, and a part of the service with several callers six. */
const settings = { transport: { connections: 12 }, trustedProxies: 1 };
const calls = Array.from({ length: 8 }, (_value, at) => at + 1);
const headers = { 'x-forwarded-for': '203.0.113.7' };

/** Waits until all eight calls are there, and returns how many of them have a connection. */
const activeOf = async (gateway: ScriptedGateway): Promise<number> => {
  for (;;) {
    const { active, waiting } = gateway.load();
    if (active + waiting === calls.length) return active;
    await new Promise(setImmediate);
  }
};

describe('A caller alone gets no more than a third of the connections', () => {
  it('by asking first for lists that all callers share', async () => {
    await using gateway = await startScriptedGateway(settings);
    gateway.upstream.on('GET', '/v1/sections/{id}', { hang: 'before-headers' });
    const sections = calls.map((id) => `s${id}: section(id: ${id}) { key }`).join(' ');
    void gateway.query(`{ ${sections} }`, { token: 'token', headers }).catch(() => {});
    expect(await activeOf(gateway)).toBe(4);
  });

  it('by idempotency keys under tokens whose users are not known', async () => {
    await using gateway = await startScriptedGateway(settings);
    gateway.upstream.on('GET', '/v1/user/details', { hang: 'before-headers' });
    gateway.upstream.on('POST', '/v1/listings/{id}/watch', { json: { Success: true } });
    for (const at of calls) {
      void gateway
        .query('mutation { watchListing(input: { id: "7" }) { userErrors { code } } }', {
          token: `token-${at}`,
          headers: { ...headers, 'idempotency-key': `2f1d6a38-7c5b-4a41-9d0e-5b1f3f0f7a0${at}` },
        })
        .catch(() => {});
    }
    await gateway.upstream.received(calls.length + 4);
    expect(await activeOf(gateway)).toBe(4);
  });

  it('and a user of the same network whom the service knows gets one beside it', async () => {
    await using gateway = await startScriptedGateway(settings);
    gateway.upstream.on('GET', '/v1/user/details', { json: { UserID: 11 } });
    await gateway.query('{ viewer { name } }', { token: 'known', headers });
    gateway.upstream.on('GET', '/v1/listings/{id}', { hang: 'before-headers' });
    gateway.upstream.on('GET', '/v1/listings/7', { json: { PKID: 7, Title: 'A boat' } });
    for (const at of calls) {
      const listing = `{ listing(id: "${100 + at}") { title } }`;
      void gateway.query(listing, { token: `made-up-${at}`, headers }).catch(() => {});
    }
    expect(await activeOf(gateway)).toBe(4);
    const served = await gateway.query('{ listing(id: "7") { title } }', { token: 'known', headers });
    expect(served.body).toEqual({ data: { listing: { title: 'A boat' } } });
  });

  it('from the networks of one /48 of IPv6, and another /48 gets one beside it', async () => {
    await using gateway = await startScriptedGateway(settings);
    gateway.upstream.on('GET', '/v1/listings/{id}', { hang: 'before-headers' });
    gateway.upstream.on('GET', '/v1/listings/7', { json: { PKID: 7, Title: 'A boat' } });
    const from = (network: string) => ({ token: network, headers: { 'x-forwarded-for': `2001:db8:${network}::1` } });
    for (const at of calls) {
      void gateway.query(`{ listing(id: "${100 + at}") { title } }`, from(`1:${at}00`)).catch(() => {});
    }
    expect(await activeOf(gateway)).toBe(4);
    const served = await gateway.query('{ listing(id: "7") { title } }', from('2'));
    expect(served.body).toEqual({ data: { listing: { title: 'A boat' } } });
  });

  it.each([
    ['a refusal with 200 leaves their caller the network', { Success: false, Message: 'No.' }, 4],
    ['what they may read makes each a caller of its own', { UserID: 11 }, 6],
  ])('by tokens that nobody knows: %s', async (_case, json, active) => {
    await using gateway = await startScriptedGateway(settings);
    gateway.upstream.on('GET', '/v1/user/details', { json });
    const tokens = calls.map((at) => `token-${at}`);
    for (const token of tokens) await gateway.query('{ viewer { name } }', { token, headers });
    gateway.upstream.on('GET', '/v1/user/details', { hang: 'before-headers' });
    for (const token of tokens) void gateway.query('{ viewer { name } }', { token, headers }).catch(() => {});
    expect(await activeOf(gateway)).toBe(active);
  });
});

it('Photos of one network take no connection that another waits for, with however many tokens', async () => {
  await using gateway = await startScriptedGateway({ trustedProxies: 1 });
  gateway.upstream.on('GET', '/v1/user/details', { json: { UserID: 11 } });
  const tokens = Array.from({ length: 30 }, (_each, at) => `token-${at}`);
  for (const token of tokens) await gateway.query('{ viewer { name } }', { token, headers });
  gateway.upstream.on('POST', '/v1/listings/{id}/photos', { hang: 'before-headers' });
  gateway.upstream.on('POST', '/v1/listings/7/photos', { json: { Success: true } });
  const photo = await picture(20, 10);
  const add = (id: number, token: string, address: string) =>
    gateway.fetch(`/listings/${id}/photos`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'image/jpeg', 'x-forwarded-for': address },
      body: new Uint8Array(photo),
    });
  const before = gateway.upstream.count();
  for (const token of tokens) void add(8, token, headers['x-forwarded-for']).catch(() => {});
  await gateway.upstream.received(before + 2);
  expect((await add(7, 'token-of-another', '198.51.100.7')).status).toBe(201);
});
