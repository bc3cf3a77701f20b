import { describe, expect, it } from 'vitest';
import { FaultSyntaxError } from '../../src/embedded/faults/fault-plan.ts';
import { demoListings } from './demo-listings.ts';
import { fieldsOf, rowsOf, startService, startServiceForAll } from './running-service.ts';

let token: string;

const service = await startServiceForAll({ faults: true });
token = await service.signIn('newcomer');

const ask = (fault: string, path = '/v1/user/details', method = 'GET') =>
  service.fetch(`/api${path}`, { method, token, headers: { 'x-demo-fault': fault } });

const textOf = async (fault: string, path?: string): Promise<string> =>
  Buffer.from(await (await ask(fault, path)).arrayBuffer()).toString();

describe('x-demo-fault', () => {
  it.each([401, 403, 429, 500, 502, 503])('responds with %i, which it says was asked for', async (status) => {
    const response = await ask(String(status));
    expect([response.status, await response.json()]).toEqual([
      status,
      { Message: `This fault was asked for: HTTP ${status}.` },
    ]);
    expect(response.headers.get('WWW-Authenticate')).toBe(status === 401 ? 'Bearer' : null);
    expect(response.headers.get('Retry-After')).toBe(status === 429 || status === 503 ? '1' : null);
  });

  it('says when to come back', async () => {
    expect((await ask('429:120')).headers.get('Retry-After')).toBe('120');
    expect((await ask('503;after=7')).headers.get('Retry-After')).toBe('7');
  });

  it('delays the response and then gives it', async () => {
    const startedAt = performance.now();
    const response = await ask('latency:20');
    expect(performance.now() - startedAt).toBeGreaterThan(19);
    expect([response.status, fieldsOf(await response.json())['Username']]).toEqual([200, 'newcomer']);
  });

  it('takes several faults', async () => {
    const startedAt = performance.now();
    expect((await ask('latency:20, 502')).status).toBe(502);
    expect(performance.now() - startedAt).toBeGreaterThan(19);
  });

  it('carries nothing out when the response is a status or the connection breaks before it', async () => {
    const watched = async () =>
      fieldsOf((await service.call('/v1/user/watchedlistings', { token })).body)['TotalResults'];
    const id = demoListings.find(({ state }) => state === 'active')?.id;
    const path = `/v1/listings/${id}/watch`;
    expect((await ask('500', path, 'POST')).status).toBe(500);
    await expect(ask('reset', path, 'POST')).rejects.toThrow('fetch failed');
    expect(await watched()).toBe(0);
    await expect(ask('reset:body', path, 'POST').then((response) => response.text())).rejects.toThrow('terminated');
    expect(await watched()).toBe(1);
  });

  it('breaks off within the body', async () => {
    const response = await ask('reset:body');
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow('terminated');
    expect((await service.call('/v1/user/details', { token })).status).toBe(200);
  });

  it('changes the shape of JSON responses', async () => {
    const plain = (await service.call('/v1/user/details', { token })).body;
    expect(JSON.parse(await textOf('odd:wrapped'))).toEqual({ Data: plain });
    expect(JSON.parse(await textOf('odd:array'))).toEqual([plain]);
    const names = Object.keys(fieldsOf(plain));
    expect(JSON.parse(await textOf('odd:nulls'))).toEqual(Object.fromEntries(names.map((name) => [name, null])));
    expect(JSON.parse(await textOf('odd:strings'))).toMatchObject({
      UserID: '5004',
      Balance: '0',
      Username: 'newcomer',
    });
    expect(await textOf('odd:empty')).toBe('');
    expect(await textOf('odd:bom')).toBe(`\uFEFF${JSON.stringify(plain)}`);
    const text = JSON.stringify(plain);
    expect(await textOf('odd:truncated')).toBe(text.slice(0, Math.floor(text.length / 2)));
    const html = await ask('odd:html');
    expect([html.status, html.headers.get('Content-Type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(await html.text()).toContain('<!doctype html>');
  });

  it('changes lists too, and leaves refusals alone', async () => {
    const path = '/v1/properties/fuel';
    const plain = (await service.call(path, { token })).body;
    expect(JSON.parse(await textOf('odd:wrapped', path))).toEqual({ Data: plain });
    expect(JSON.parse(await textOf('odd:nulls', path))).toEqual(rowsOf(plain).map(() => null));
    expect(rowsOf(JSON.parse(await textOf('odd:strings', path)))[0]?.['Id']).toBe('0');
    expect(JSON.parse(await textOf('odd:wrapped', '/v1/listings/999999'))).toEqual({
      Message: 'There is no listing 999999.',
    });
  });

  it('is 400 with what is possible when it makes no sense', async () => {
    const response = await ask('explode');
    const { Message } = fieldsOf(await response.json());
    expect([response.status, String(Message)]).toEqual([
      400,
      expect.stringContaining("Header x-demo-fault: 'explode' is no fault. A fault is one of: latency"),
    ]);
  });

  it('does nothing unless the service was started for it', async () => {
    await using other = await startService();
    const headers = { 'x-demo-fault': '500' };
    expect((await other.call('/v1/sections', { token: await other.signIn('newcomer'), headers })).status).toBe(200);
  });

  it('leaves the service whole', () => {
    const lines = service.logged().trim().split('\n');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('responses may be made to fail');
  });
});

describe('faultPlan', () => {
  it('spoils requests that ask for nothing', async () => {
    await using planned = await startService({ faultPlan: 'GET /v1/sections=503*2, /v1/user/details=odd:array' });
    const caller = await planned.signIn('newcomer');
    const statusOf = async () => (await planned.call('/v1/sections', { token: caller })).status;
    expect([await statusOf(), await statusOf(), await statusOf()]).toEqual([503, 503, 200]);
    const { body } = await planned.call('/v1/user/details', { token: caller });
    expect(rowsOf(body)[0]?.['Username']).toBe('newcomer');
    const headers = { 'x-demo-fault': '500' };
    expect((await planned.call('/v1/sections', { token: caller, headers })).status).toBe(200);
  });

  it('reaches the token endpoint', async () => {
    await using planned = await startService({ faultPlan: 'POST /v1/token=401*1' });
    await expect(planned.signIn('newcomer')).rejects.toThrow('No token');
    expect(await planned.signIn('newcomer')).toEqual(expect.any(String));
  });

  it('stops the start when it is not written as it should be', async () => {
    await expect(startService({ faultPlan: 'GET /v1/nothing=503' })).rejects.toThrow(FaultSyntaxError);
  });
});
