import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { smallPhoto } from '../embedded/test-photos.ts';
import { listAt, postOperation, valueAt } from '../support/graphql-client.ts';
import { startScriptedUpstream } from '../support/scripted-upstream.ts';
import { signInAt } from '../support/sign-in.ts';
import { builtImage, type ImageRun, remoteImage, runImage } from './built-image.ts';

/** With the embedded service, and on ports that nobody else has. */
const demo = { EMBEDDED_SERVICE: 'on', PORT: '0', EMBEDDED_PORT: '0' };

const fileOf = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

/** The image listens on every interface, which is no address to go to. */
const addressOf = async (run: ImageRun): Promise<URL> => {
  const { url } = await run.line('listening');
  return new URL(String(url).replace('0.0.0.0', '127.0.0.1'));
};

const ask = (gateway: URL, query: string, token: string | null = null) =>
  postOperation(new URL('/graphql', gateway), query, { token });

const statusOf = async (url: URL): Promise<number> => {
  const response = await fetch(url);
  await response.arrayBuffer();
  return response.status;
};

describe.skipIf(builtImage === null)('the image', () => {
  if (builtImage === null) return;
  const image = builtImage;
  const { config } = image;
  const run = runImage(image, demo);
  afterAll(() => run[Symbol.asyncDispose]());

  it('is ready, and serves the committed schema', async () => {
    const gateway = await addressOf(run);
    expect(await statusOf(new URL('/livez', gateway))).toBe(200);
    expect(await statusOf(new URL('/readyz', gateway))).toBe(200);
    const schema = await fetch(new URL('/schema.graphql', gateway));
    expect(await schema.text()).toBe(fileOf('schema.graphql'));
  });

  it('serves a sign-in, then a query with its token', async () => {
    const gateway = await addressOf(run);
    const token = await signInAt(gateway, 'seller');
    const answer = await ask(gateway, '{ viewer { id name } sections { label } }', token);
    expect(answer.errors).toEqual([]);
    expect(valueAt(answer, 'viewer')).toEqual({ id: expect.any(String), name: expect.any(String) });
    expect(listAt(answer, 'sections').length).toBeGreaterThan(0);
  });

  it('takes a photo and gives an invoice, without a place to write files', async () => {
    const gateway = await addressOf(run);
    const token = await signInAt(gateway, 'seller');
    const photo = await fetch(new URL('/listings/1163/photos', gateway), {
      method: 'POST',
      headers: { 'content-type': 'image/jpeg', authorization: `Bearer ${token}` },
      body: await smallPhoto(),
    });
    expect(await photo.json()).toMatchObject({ index: expect.any(Number) });
    expect(photo.status).toBe(201);

    const { text } = await ask(gateway, '{ viewer { accountEntries(first: 50) { nodes { receiptUrl } } } }', token);
    const orderId = /orderid=(\d+)/.exec(text)?.[1];
    const invoice = await fetch(new URL(`/invoices/${orderId}`, gateway), {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(invoice.status).toBe(200);
    expect(Buffer.from(await invoice.arrayBuffer()).toString('latin1', 0, 5)).toBe('%PDF-');
  });

  it('is healthy by its own health check while it runs, and only then', async () => {
    const { port } = new URL(String((await run.line('metrics'))['url']));
    const [, ...command] = config.Healthcheck.Test;
    await using healthy = runImage(image, { METRICS_PORT: port }, command);
    expect(await healthy.ended).toMatchObject({ code: 0 });
    await using unhealthy = runImage(image, { METRICS_PORT: '1' }, command);
    expect(await unhealthy.ended).toMatchObject({ code: 1 });
  });

  it('says on SIGTERM that it is not ready, goes on serving, and ends with 0', async () => {
    await using stopped = runImage(image, { ...demo, SHUTDOWN_GRACE_MS: '4000' });
    const gateway = await addressOf(stopped);
    stopped.stop();
    await stopped.line('stopping; a second signal stops at once');
    expect(await statusOf(new URL('/readyz', gateway))).toBe(503);
    expect((await ask(gateway, '{ __typename }')).body).toEqual({ data: { __typename: 'Query' } });
    expect(await stopped.ended).toMatchObject({ code: 0, stderr: '' });
  });

  it('does not start in production without a service unless it is told to use its own', async () => {
    await using refused = runImage(image, {});
    const { code, stderr } = await refused.ended;
    expect(code).toBe(2);
    expect(stderr).toContain('LISTINGS_API_URL must be set in production');
  });

  it('ran as an ordinary user that can write nowhere and become nobody else', async () => {
    const script = `
      const { readFileSync, writeFileSync } = require('node:fs');
      const attempt = (path) => { try { writeFileSync(path, ''); return 'written'; } catch ({ code }) { return code; } };
      const status = readFileSync('/proc/self/status', 'utf8');
      const field = (name) => status.match(new RegExp('^' + name + ':\\\\s*(.*)$', 'm'))[1];
      console.log(JSON.stringify({
        uid: process.getuid(), pid: process.pid, capabilities: field('CapEff'), noNewPrivileges: field('NoNewPrivs'),
        writes: ['/app/x', '/tmp/x', '/home/node/x'].map(attempt),
      }));`;
    await using looked = runImage(image, {}, ['node', '-e', script]);
    expect(JSON.parse((await looked.ended).stdout)).toEqual({
      uid: 1000,
      pid: 1,
      capabilities: '0000000000000000',
      noNewPrivileges: '1',
      writes: ['EROFS', 'EROFS', 'EROFS'],
    });
  });

  it('holds what runs and nothing that builds or tests it', async () => {
    const list = (path: string) => runImage(image, {}, ['node', '-p', `fs.readdirSync('${path}').join()`]);
    await using top = list('/app');
    expect((await top.ended).stdout.trim()).toBe('LICENSE,dist,node_modules,package.json');
    const { dependencies, optionalDependencies, devDependencies } = JSON.parse(fileOf('package.json'));
    const isThere = (name: string): boolean => existsSync(join(image.root, 'app/node_modules', name, 'package.json'));
    expect(Object.keys(optionalDependencies).filter((name) => !isThere(name))).toEqual([]);
    // dist/ holds the others already.
    expect(Object.keys({ ...dependencies, ...devDependencies }).filter(isThere)).toEqual([]);
    expect(readFileSync(join(image.root, 'app/package.json'), 'utf8')).toBe(fileOf('package.json'));
  });
});

describe.skipIf(remoteImage === null)('the image without any part', () => {
  if (remoteImage === null) return;
  const image = remoteImage;

  it('serves in front of a service, and ends with 0 on SIGTERM', async () => {
    await using upstream = await startScriptedUpstream();
    upstream.on('GET', '/v1/sections', { json: [{ SectionID: 1, SectionName: 'Attic' }] });
    const settings = { LISTINGS_API_URL: upstream.url.href, PORT: '0', METRICS_PORT: '0', SHUTDOWN_GRACE_MS: '0' };
    await using run = runImage(image, settings);
    const gateway = await addressOf(run);
    const { body } = await ask(gateway, '{ sections { label } }', 'token-of-a-caller');
    expect(body).toEqual({ data: { sections: [{ label: 'Attic' }] } });
    run.stop();
    expect(await run.ended).toMatchObject({ code: 0, stderr: '' });
  });

  it('says in one sentence what it has not', async () => {
    await using run = runImage(image, demo);
    const { code, stderr } = await run.ended;
    expect(code).toBe(1);
    expect(stderr).toMatch(/^The embedded service is to run, but its packages are not installed: .*\.\n$/);
  });

  it('holds no demo pictures', () => {
    expect(existsSync(join(image.root, 'app/dist/embedded'))).toBe(false);
  });

  it('holds no package but the one that it always loads', () => {
    expect(readdirSync(join(image.root, 'app/node_modules'))).toEqual(['@opentelemetry']);
    expect(readdirSync(join(image.root, 'app/node_modules/@opentelemetry'))).toEqual(['api']);
  });
});

if (builtImage === null) {
  process.stderr.write('Tests of the image are skipped: deploy/image/test.sh builds it and runs them.\n');
}
