import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type Program, startProgramAt } from '../../guarantees/load/program.ts';
import { newSessionKey } from '../../support/browser-session.ts';
import { sampled } from '../../support/effort.ts';
import { sendBytes } from '../../support/network/raw-connection.ts';
import { buildProgram } from '../../support/program/program.ts';
import { isRedisSkipped, startRedisServer } from '../../support/redis/redis-server.ts';
import {
  type ScriptedResponse,
  type ScriptedUpstream,
  startScriptedUpstream,
} from '../../support/scripted-upstream.ts';
import { startOtlpReceiver } from '../observability/tracing/otlp-receiver.ts';

/** Characters in a row that give a secret away. */
const PIECE = 20;
const json = { 'content-type': 'application/json' };

/** Every secret that passed through, in each form in which it may be written down. */
class Secrets {
  readonly #pieces = new Set<string>();
  readonly #values: string[] = [];
  readonly password = this.add(randomBytes(24).toString('base64url'));

  add(value: string): string {
    this.#values.push(value);
    for (const form of [value, Buffer.from(value).toString('hex'), Buffer.from(value).toString('base64url')]) {
      for (let at = 0; at + PIECE <= form.length; at += 1) this.#pieces.add(form.slice(at, at + PIECE));
    }
    return value;
  }

  newToken(): string {
    return this.add(randomBytes(150).toString('base64url'));
  }

  get last(): string {
    return this.#values.at(-1) ?? '';
  }

  /** Pieces of secrets in what was written somewhere, with what stands around them. */
  foundIn(written: string): readonly string[] {
    const found: string[] = [];
    for (let at = 0; at + PIECE <= written.length; at += 1) {
      if (!this.#pieces.has(written.slice(at, at + PIECE))) continue;
      found.push(written.slice(Math.max(0, at - 60), at + PIECE));
      at += 2000;
    }
    return found;
  }
}

/** A browser, and everything that it was shown. */
class Browser {
  readonly #url: URL;
  readonly #secrets: Secrets;
  cookie = '';
  shown = '';

  constructor(url: URL, secrets: Secrets) {
    this.#url = url;
    this.#secrets = secrets;
  }

  async send(path: string, init: RequestInit = {}): Promise<void> {
    const headers = new Headers(init.headers);
    if (this.cookie !== '' && !headers.has('cookie')) headers.set('cookie', this.cookie);
    const response = await fetch(new URL(path, this.#url), { redirect: 'manual', ...init, headers }).catch(() => null);
    if (response === null) return;
    const set = response.headers.getSetCookie().find((each) => each.startsWith('session=1:'));
    if (set !== undefined) {
      this.cookie = set.split(';')[0] ?? '';
      // What stands before the first point is the same in every cookie, and no secret.
      this.#secrets.add(this.cookie.slice(this.cookie.indexOf('.')));
    }
    const headersShown = [...response.headers].filter(([name]) => name !== 'set-cookie');
    this.shown += `${JSON.stringify(headersShown)}\n${await response.text().catch(() => '')}\n`;
  }

  signIn(password: string): Promise<void> {
    return this.send('/session', {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ username: 'ann', password }),
    });
  }

  query(query: string, headers: Record<string, string> = {}): Promise<void> {
    return this.send('/graphql', {
      method: 'POST',
      headers: { ...json, 'x-upstream-trace': 'true', ...headers },
      body: JSON.stringify({ query }),
    });
  }

  /** Sends text that need not be HTTP. */
  async sendRaw(lines: string): Promise<void> {
    this.shown += await sendBytes(this.#url, lines);
  }
}

/** Grants of tokens, good and bad. */
const grantsOf = (secrets: Secrets): readonly (() => ScriptedResponse)[] => {
  const grant = () => ({
    Access_token: secrets.newToken(),
    Refresh_token: secrets.newToken(),
    Username: 'ann',
    Identity: 7,
    Expires_in: 3600,
  });
  const html = { 'content-type': 'text/html' };
  return [
    () => ({ json: grant() }),
    () => ({ json: { ...grant(), Expires_in: { odd: secrets.last }, Token_type: [secrets.last] } }),
    () => ({ json: { ...grant(), Access_token: `${secrets.last} ${secrets.last}` } }),
    () => ({ json: { ...grant(), Access_token: secrets.newToken().repeat(50) } }),
    () => ({ json: { ...grant(), Refresh_token: `${secrets.last}é` } }),
    () => ({ json: { Error: secrets.password, Error_description: secrets.newToken() } }),
    () => ({ status: 400, json: { Error: 'invalid_grant', Error_description: secrets.last } }),
    () => ({ status: 401, json: { Error: 'invalid_client', Message: secrets.last } }),
    () => ({ status: 403, json: { Message: secrets.last } }),
    () => ({ status: 422, json: { Message: `Bearer ${secrets.last}` } }),
    () => ({ status: 429, json: { Message: secrets.last }, headers: { 'retry-after': secrets.last } }),
    () => ({ status: 500, body: `<html>${secrets.last}</html>`, headers: html }),
    () => ({ body: `{"Access_token": ${secrets.newToken()}}` }),
    () => ({ status: 302, headers: { location: `https://elsewhere.example/?token=${secrets.last}` } }),
    () => ({ json: grant(), reset: 'mid-body' }),
    () => ({ reset: 'before-headers' }),
    () => ({ raw: `HTTP/1.1 200 OK\r\nx-odd: ${secrets.last}\0\r\n\r\n` }),
  ];
};

/** What the service says about a listing, whose bodies and headers repeat what it was sent. */
const echoes = (secrets: Secrets): readonly (() => ScriptedResponse)[] => [
  () => ({
    json: { Id: 7, Title: 'Sofa' },
    headers: { 'set-cookie': `token=${secrets.last}`, 'x-token': secrets.last },
  }),
  () => ({ status: 401, json: { Message: secrets.last } }),
  () => ({ status: 500, body: secrets.last }),
  () => ({ body: secrets.last }),
];

/** Does with a session whatever can be done with one. */
const useSession = async (browser: Browser, secrets: Secrets): Promise<void> => {
  const { cookie } = browser;
  const value = cookie.slice('session=1:'.length);
  // Its token is refused, so that it is renewed.
  await browser.query('{ tokenInfo { data } }');
  await browser.query('{ listing(id: "Listing:7") { title } tokenInfo { data } }');
  await browser.query('mutation { watchListing(input: { id: "Listing:7" }) { userErrors { code } } }');
  await browser.query(`{ listing(id: "${value.slice(0, 5)}") { ${cookie}`);
  await browser.query('{ __typename }', { origin: 'https://evil.example' });
  await browser.query('{ __typename }', { authorization: `Bearer ${secrets.last}` });
  await browser.query('{ __typename }', { authorization: secrets.last, traceparent: value, 'x-request-id': value });
  await browser.send('/session');
  await browser.send('/session', { method: 'PUT', body: cookie });
  await browser.send('/session', {
    method: 'POST',
    headers: json,
    body: `{"username":"ann","password":${secrets.password}}`,
  });
  await browser.send('/invoices/7?kind=INVOICE');
  await browser.send('/listings/7/photos', { method: 'POST', headers: { 'content-type': 'image/jpeg' }, body: 'x' });
  for (const changed of [
    `session=2:${value}`,
    `session=1:${value.slice(0, -9)}`,
    `${cookie}; ${cookie}`,
    `session-2=${value}`,
  ]) {
    await browser.query('{ __typename }', { cookie: changed });
  }
  const head = `POST /graphql HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\n`;
  await browser.sendRaw(`${head}Bad Header: ${cookie}\r\n\r\n`);
  await browser.sendRaw(`${head}Content-Length: 9\r\n\r\n`);
  await browser.sendRaw(`${head}Filler: ${value.repeat(30)}\r\n\r\n`);
  await browser.sendRaw(`Cookie: ${cookie}\r\n\r\n`);
};

const scriptAll = (upstream: ScriptedUpstream, response: () => ScriptedResponse): void => {
  upstream.on('GET', '/v1/listings/{id}', response);
  upstream.on('POST', '/v1/listings/{id}/watch', response);
  upstream.on('POST', '/v1/listings/{id}/photos', response);
  upstream.on('GET', '/v1/user/invoice', response);
  upstream.on('GET', '/v1/token/query', { status: 401 });
};

const tried = (grants: ReturnType<typeof grantsOf>): ReturnType<typeof grantsOf> => sampled(3, grants);

const runEverything = async ({ url }: Program, upstream: ScriptedUpstream, secrets: Secrets): Promise<Browser> => {
  const browser = new Browser(url, secrets);
  const grants = grantsOf(secrets);
  const [good = () => ({})] = grants;
  for (const [at, grant] of tried(grants).entries()) {
    const echo = echoes(secrets).at(at % 4) ?? good;
    scriptAll(upstream, echo);
    upstream.on('POST', '/v1/token', grant);
    await browser.signIn(secrets.password);
    upstream.on('POST', '/v1/token', good);
    await browser.signIn(secrets.password);
    upstream.on('POST', '/v1/token', grant);
    await useSession(browser, secrets);
    upstream.on('POST', '/v1/token', good);
    // Its token has been sent so often that it would have to wait.
    await browser.signIn(secrets.password);
    await useSession(browser, secrets);
    await browser.send('/session', { method: 'DELETE' });
  }
  return browser;
};

describe('With browser sessions', () => {
  it.skipIf(isRedisSkipped)(
    'no piece of a token, password or cookie is in the output of the process, its metrics, traces, Redis or any body',
    { timeout: 120_000 },
    async () => {
      await using collector = await startOtlpReceiver();
      await using redis = await startRedisServer();
      await using upstream = await startScriptedUpstream();
      const secrets = new Secrets();
      const key = newSessionKey().reveal();
      await using program = await startProgramAt(await buildProgram(), upstream.url, {
        LOG_LEVEL: 'trace',
        LOG_OPERATIONS: 'on',
        UPSTREAM_TRACE: 'on',
        UPSTREAM_BREAKER: 'off',
        SESSION_KEYS: secrets.add(key),
        LISTINGS_CLIENT_ID: 'app',
        LISTINGS_CLIENT_SECRET: secrets.add(randomBytes(24).toString('base64url')),
        SIGN_IN_PER_USERNAME_AND_ADDRESS: '1000000',
        SIGN_IN_PER_USERNAME: '1000000',
        REFRESH_PER_ADDRESS: '1000000',
        REDIS_URL: redis.url,
        REDIS_TIMEOUT_MS: '10000',
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url.origin,
      });
      const browser = await runEverything(program, upstream, secrets);
      const metrics = await (await fetch(new URL('/metrics', program.url))).text();
      const kept = await redis.inspect(async (client) => {
        const keys = await client.keys('*');
        return JSON.stringify([keys, await Promise.all(keys.map((name) => client.get(name).catch(() => '')))]);
      });
      const { stderr } = await program.stop();
      const log = program.lines.join('\n');
      // There is something to look at everywhere.
      expect(
        upstream.requests.filter(({ headers }) => headers['grant_type'] === 'refresh_token').length,
      ).toBeGreaterThanOrEqual(tried(grantsOf(secrets)).length);
      expect(log).toContain('"operation":"POST /v1/token"');
      expect(metrics).toMatch(/browser_sessions_total\{event="renewed".*\} [1-9]/);
      expect(kept).toContain('session-renewals');
      expect(collector.spans.length).toBeGreaterThan(20);
      expect(browser.shown).toContain('SESSION_ENDED');
      for (const written of [log, stderr, metrics, kept, collector.text, browser.shown]) {
        expect(secrets.foundIn(written)).toEqual([]);
      }
    },
  );

  it('an audit would find a piece of a secret', () => {
    const secrets = new Secrets();
    const token = secrets.newToken();
    expect(secrets.foundIn(`line\n… ${token.slice(50, 71)} …`)).toHaveLength(1);
    expect(secrets.foundIn(`x${Buffer.from(token).toString('hex')}`)).not.toEqual([]);
    expect(secrets.foundIn(token.slice(0, PIECE - 1))).toEqual([]);
  });
});
