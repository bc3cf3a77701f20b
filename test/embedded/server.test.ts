import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { findFreePort } from '../support/network/free-port.ts';
import { demoListings } from './demo-listings.ts';
import { fieldsOf, listedIds, rowsOf, startService, temporaryDataFile } from './running-service.ts';

const someListing = demoListings.find(({ state }) => state === 'active')?.id ?? 0;

describe('startEmbeddedService', () => {
  it('reports where it listens, with the API under /api', async () => {
    await using service = await startService();
    expect(service.baseUrl.href).toBe(`${service.origin.origin}/api`);
    expect(service.origin.hostname).toBe('127.0.0.1');
    expect(Number(service.origin.port)).toBeGreaterThan(0);
  });

  it('reports a reachable address when it listens on all of them', async () => {
    await using service = await startService({ host: '0.0.0.0' });
    expect(service.origin.hostname).toBe('127.0.0.1');
    expect((await service.fetch('/')).status).toBe(200);
  });

  it('rejects with the error of the system when the port is taken', async () => {
    await using service = await startService();
    await expect(startService({ port: Number(service.origin.port) })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    expect((await service.fetch('/')).status).toBe(200);
  });

  it('rejects when the database file cannot be opened', async () => {
    await using file = await temporaryDataFile();
    await expect(startService({ data: `${file.path}/no/such/folder.db` })).rejects.toThrow('Unable to open');
  });

  it('keeps what was written in a file over a restart, and seeds only once', async () => {
    await using file = await temporaryDataFile();
    const data = file.path;
    let refreshToken = '';
    {
      await using service = await startService({ data });
      const token = await service.signIn('newcomer');
      await service.call(`/v1/listings/${someListing}/watch`, { method: 'POST', token });
      const response = await service.requestToken({ ...service.client, grant_type: 'client_credentials' });
      refreshToken = String(fieldsOf(response.body)['Refresh_token']);
    }
    await using service = await startService({ data });
    const token = await service.signIn('newcomer');
    const { body } = await service.call('/v1/user/watchedlistings', { token });
    expect(rowsOf(fieldsOf(body)['Items']).map(({ PKID }) => PKID)).toEqual([someListing]);
    const parameters = { ...service.client, grant_type: 'refresh_token', refresh_token: refreshToken };
    expect((await service.requestToken(parameters)).status).toBe(200);
  });

  it('forgets everything in memory', async () => {
    for (const run of [1, 2]) {
      await using service = await startService();
      const token = await service.signIn('newcomer');
      const { body } = await service.call('/v1/user/watchedlistings', { token });
      expect([run, fieldsOf(body)['TotalResults']]).toEqual([run, 0]);
      await service.call(`/v1/listings/${someListing}/watch`, { method: 'POST', token });
    }
  });

  it('has no accounts without demo data', async () => {
    await using service = await startService({ demoData: false });
    const response = await service.requestToken({ ...service.client, grant_type: 'client_credentials' });
    expect(response.status).toBe(401);
  });

  it('closes idle connections when it is disposed of', async () => {
    const service = await startService({ port: await findFreePort() });
    const agent = new Agent({ keepAlive: true });
    const outgoing = request(service.origin, { agent }).end();
    const [response] = await once(outgoing, 'response');
    response.resume();
    await once(response, 'end');
    const closed = once(outgoing.socket ?? agent, 'close');
    await service[Symbol.asyncDispose]();
    await closed;
    await expect(fetch(service.origin)).rejects.toThrow('fetch failed');
    agent.destroy();
  });
});

const urlsIn = (json: unknown): string[] => JSON.stringify(json).match(/https?:\/\/[^/"]+/g) ?? [];

describe('a service that is reached under another origin', () => {
  it('writes that origin into every URL, and responses where it listens', async () => {
    await using service = await startService({ publicOrigin: new URL('https://shop.example:8443/ignored?x') });
    const token = await service.signIn('agent');
    const { body } = await service.call('/v1/user/listings?section=3', { token });
    const [id] = listedIds(body);
    for (const path of [
      '/v1/user/listings?section=3',
      `/v1/listings/${id}?related=3`,
      `/v1/listings/${id}/mini`,
      `/v1/listings/definition/${id}`,
      '/v1/user/details',
      '/v1/user/account',
    ]) {
      const response = await service.call(path, { token });
      expect([path, response.status, ...new Set(urlsIn(response.body))]).toEqual([
        path,
        200,
        'https://shop.example:8443',
      ]);
    }
    expect(service.origin.hostname).toBe('127.0.0.1');
    expect(await (await service.fetch('/')).text()).toContain('https://shop.example:8443/api');
  });

  it('keeps a profile picture of its own by path, so that it follows the origin', async () => {
    await using service = await startService({ publicOrigin: new URL('https://shop.example') });
    const token = await service.signIn('agent');
    const PictureUrl = 'https://shop.example/pictures/me/large.jpg';
    await service.post('/v1/user/profilepicture', token, { PictureUrl });
    const { body } = await service.call('/v1/user/details', { token });
    expect(fieldsOf(body)['ProfileImage']).toBe(PictureUrl);
  });
});
