import { describe, expect, it } from 'vitest';
import { endpoints } from '../../src/contract/endpoints.ts';
import { readJsonBody } from '../../src/embedded/core/request-body.ts';
import { Database } from '../../src/embedded/database/database.ts';
import { sampled } from '../support/effort.ts';
import { sendBytes } from '../support/network/raw-connection.ts';
import { copyDemoDatabase } from '../support/world.ts';
import { startService } from './running-service.ts';

describe('the HTTP service', () => {
  it('responds to unknown paths with 404 and a JSON message', async () => {
    await using service = await startService();
    for (const path of [
      '/api',
      '/api/',
      '/api/v1',
      '/api/v2/sections',
      '/api/v1/sections/',
      '/v1/sections',
      '/x',
      '/pictures/x',
    ]) {
      const response = await service.fetch(path);
      expect([path, response.status]).toEqual([path, 404]);
      expect(await response.json()).toEqual({ Message: expect.any(String) });
    }
  });

  it('responds to a wrong method with 405 and the methods there are', async () => {
    await using service = await startService();
    const cases = [
      ['POST', '/v1/sections', 'GET, HEAD, OPTIONS'],
      ['PUT', '/v1/listings/1', 'GET, DELETE, HEAD, OPTIONS'],
      ['GET', '/v1/token', 'POST, OPTIONS'],
      ['GET', '/v1/listings/1/watch', 'POST, OPTIONS'],
      ['PATCH', '/v1/user/details', 'GET, POST, HEAD, OPTIONS'],
    ] as const;
    for (const [method, path, allow] of cases) {
      const response = await service.call(path, { method });
      expect([path, response.status, response.headers.get('Allow')]).toEqual([path, 405, allow]);
      expect(response.body).toEqual({ Message: expect.any(String) });
    }
    expect((await service.fetch('/', { method: 'POST' })).status).toBe(405);
  });

  it('lists the methods of a path on OPTIONS, without a token', async () => {
    await using service = await startService();
    const response = await service.fetch('/api/v1/listings/1/watch', { method: 'OPTIONS' });
    expect([response.status, response.headers.get('Allow')]).toEqual([204, 'POST, OPTIONS']);
  });

  it('responds to HEAD like GET without a body', async () => {
    await using service = await startService();
    const token = await service.applicationToken();
    const response = await service.fetch('/api/v1/sections', { method: 'HEAD', token });
    expect([response.status, await response.text()]).toEqual([200, '']);
    expect((await service.fetch('/api/v1/sections', { method: 'HEAD' })).status).toBe(401);
  });

  it('lets nobody keep or sniff a response', async () => {
    await using service = await startService();
    for (const path of ['/api/v1/sections', '/', '/x']) {
      const { headers } = await service.fetch(path);
      expect(headers.get('Cache-Control')).toBe('no-store');
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    }
  });

  it.each(
    sampled(4, [
      ['a bad host', 'GET /api/v1/sections HTTP/1.1\r\nHost: a b\r\n\r\n'],
      ['a host with a path', 'GET /api/v1/sections HTTP/1.1\r\nHost: x/y?z\r\n\r\n'],
      ['no host', 'GET /api/v1/sections HTTP/1.1\r\n\r\n'],
      ['another origin in the request line', 'GET http://evil.example/api/v1/nope HTTP/1.1\r\nHost: x\r\n\r\n'],
      ['a path of slashes', 'GET //evil.example/api/v1/nope HTTP/1.1\r\nHost: x\r\n\r\n'],
      ['no path', 'GET * HTTP/1.1\r\nHost: x\r\n\r\n'],
      ['TRACE', 'TRACE /api/v1/sections HTTP/1.1\r\nHost: x\r\n\r\n'],
      ['garbage', 'garbage\r\n\r\n'],
      [
        'a broken chunk',
        'POST /api/v1/token HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Type: application/x-www-form-urlencoded\r\n\r\nzz\r\n',
      ],
    ] as const),
  )('survives %s with a response of the 400s', async (_name, text) => {
    await using service = await startService();
    const received = await sendBytes(service.origin, text);
    expect(received).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(service.logged()).toBe('');
  });

  it('responds to its own faults with 500, logs them and reveals nothing of them', async () => {
    using data = copyDemoDatabase();
    await using service = await startService({ data: data.location });
    const token = await service.signIn('agent');
    using database = new Database(data.location);
    database.script('ALTER TABLE companies RENAME TO lost_companies');
    const response = await service.call('/v1/user/details', { token });
    expect(response.status).toBe(500);
    expect(response.body).toEqual({ Message: 'The service could not process this request.' });
    const logged = service.logged();
    expect(logged).toContain('GET /v1/user/details');
    expect(logged).toContain('no such table');
    expect(logged).not.toContain(token);
  });
});

describe('JSON bodies', () => {
  const type = endpoints.relistListings.body;
  const post = (body: BodyInit, contentType = 'application/json') =>
    new Request('http://service/', { method: 'POST', body, headers: { 'Content-Type': contentType } });

  it('are read by the type of the endpoint', async () => {
    expect(await readJsonBody(post('{"Items": [3]}'), type)).toEqual({ Items: [3], PaymentAuth: null });
    expect(await readJsonBody(post('{}', 'application/problem+json; charset=utf-8'), type)).toBeTruthy();
  });

  it.each([
    ['no JSON', '{', 'application/json', 400],
    ['an empty body', '', 'application/json', 400],
    ['bytes that are no UTF-8', new Uint8Array([0x22, 0xff, 0x22]), 'application/json', 400],
    ['another type of value', '[]', 'application/json', 400],
    ['another media type', '{}', 'text/plain', 415],
    ['more than 1 MB', JSON.stringify({ Items: 'x'.repeat(1024 * 1024) }), 'application/json', 413],
  ])('are refused when they are %s', async (_name, body, contentType, status) => {
    await expect(readJsonBody(post(body, contentType), type)).rejects.toMatchObject({ status });
  });

  it('are not read beyond the limit when their length is not given', async () => {
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 64 * 1024;
        controller.enqueue(new Uint8Array(64 * 1024).fill(0x20));
      },
    });
    // The type of the platform lacks `duplex`, which the platform itself demands for a streamed body.
    const init: RequestInit & { duplex: 'half' } = { method: 'POST', body: endless, duplex: 'half' };
    await expect(readJsonBody(new Request('http://service/', init), type)).rejects.toMatchObject({ status: 413 });
    expect(sent).toBeLessThan(2 * 1024 * 1024);
  });
});
