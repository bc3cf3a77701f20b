import { availableParallelism } from 'node:os';
import { assert, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../src/config/config.ts';
import { formatProblems } from '../../../src/config/problem.ts';
import { settingsInEffect } from '../../../src/config/tables.ts';
import { anyCharacter } from '../../support/any-character.ts';
import { configOf } from '../../support/config-of.ts';

const remote = { LISTINGS_API_URL: 'https://listings.example.com/api' };
const plain = (host: string) => ({ LISTINGS_API_URL: `http://${host}/api` });

const problemsOf = (env: Record<string, string>) => readConfig(env).problems ?? [];

describe('readConfig', () => {
  it('needs no setting at all: the gateway runs its own service, in memory', () => {
    expect(readConfig({})).toMatchObject({
      config: {
        production: false,
        server: { port: 4000, host: '127.0.0.1', graphiql: true, shutdownGraceMs: 0 },
        service: { kind: 'embedded', port: 4001, data: 'memory' },
        client: null,
        currency: 'EUR',
      },
      problems: null,
      warnings: [],
    });
  });

  it('takes an empty value for an unset one', () => {
    expect(configOf({ PORT: '', LISTINGS_API_URL: '', EMBEDDED_SERVICE: '', GRAPHIQL: '' })).toEqual(configOf());
  });

  it('reports all mistakes at once, each with the value, what is expected and an example', () => {
    const problems = problemsOf({ PORT: 'http', HOST: 'a b', LOG_LEVEL: 'loud', QUERY_DEADLINE_MS: '1.5' });
    expect(problems.map(({ name, seen }) => [name, seen])).toEqual([
      ['PORT', 'http'],
      ['HOST', '"a b"'],
      ['QUERY_DEADLINE_MS', '1.5'],
      ['LOG_LEVEL', 'loud'],
    ]);
    expect(formatProblems(problems)).toContain(
      '  PORT must be a whole number between 0 and 65535.\n    It is set to: http\n    Example: PORT=8080\n',
    );
  });

  it('never shows a secret that it does not accept', () => {
    const text = formatProblems(
      problemsOf({
        LISTINGS_CLIENT_ID: 'app',
        LISTINGS_CLIENT_SECRET: 'hunter2\nEvil: yes',
        LISTINGS_API_URL: 'https://user:hunter2@listings.example.com/api?key=hunter2#hunter2',
      }),
    );
    expect(text).toMatch(/LISTINGS_CLIENT_SECRET .*\n {4}It is set to: \[redacted\]/);
    expect(text).toContain('It is set to: https://[redacted]@listings.example.com/api?[redacted]');
    expect(text).not.toContain('hunter2');
  });

  it.each(
    ['LISTINGS_API_URL', 'REDIS_URL', 'OTEL_EXPORTER_OTLP_ENDPOINT', 'EMBEDDED_PUBLIC_ORIGIN', 'CORS_ORIGINS'].flatMap(
      (name) =>
        [
          'user:hunter2@host',
          '//user:hunter2@host',
          'htp:/user:hunter2@host',
          'https://user:hunter2@host',
          'https://user:hunter2/x@host',
          'https://user:x/hunter2@host',
          'https://user:x@hunter2@host',
          'https://user:hunter2#x@host',
          'https://user:x#hunter2@host',
          'https://user:x?hunter2@host',
          'https://user:x hunter2@host',
          'https://user:\nhunter2@host',
        ].map((value) => [name, value] as const),
    ),
  )('never shows a password in an address that it does not accept: %s=%j', (name, value) => {
    const problems = problemsOf({ [name]: value });
    expect(problems.map((problem) => problem.name)).toContain(name);
    expect(formatProblems(problems)).not.toContain('hunter2');
    expect(JSON.stringify(settingsInEffect({ [name]: value }, {}))).not.toContain('hunter2');
  });

  it.each([
    'hunter2',
    'http://user:hunter2',
    'http://proxy:3128/hunter2',
    'user:hunter2@proxy:3128',
    'http://user:hunter2/x@proxy:3128',
    'http://user:x#hunter2@proxy:3128',
    'http://user:hunter2%@proxy:3128',
  ])('never shows a password in UPSTREAM_PROXY, where %j stands', (value) => {
    const env = { LISTINGS_API_URL: 'https://listings.example.com/api', UPSTREAM_PROXY: value };
    const problems = problemsOf(env);
    expect(problems.map(({ name }) => name)).toEqual(['UPSTREAM_PROXY']);
    expect(formatProblems(problems) + JSON.stringify(settingsInEffect(env, {}))).not.toContain('hunter2');
  });

  it.each(['UPSTREAM_CA_FILE', 'UPSTREAM_CERT_FILE', 'UPSTREAM_KEY_FILE'])(
    'never shows a key that %s holds in place of a path',
    (name) => {
      for (const value of ['-----BEGIN PRIVATE KEY-----\nhunter2', 'hunter2\nhunter2', '-----BEGIN KEY----- hunter2']) {
        const env = { LISTINGS_API_URL: 'https://listings.example.com/api', [name]: value };
        const problems = problemsOf(env);
        expect(problems.map((problem) => problem.name)).toContain(name);
        expect(formatProblems(problems) + JSON.stringify(settingsInEffect(env, {}))).not.toContain('hunter2');
      }
    },
  );

  it('never throws and never shows a control character, whatever the text', () => {
    assert(
      property(string({ unit: anyCharacter }), string({ unit: anyCharacter }), (text, url) => {
        const { problems } = readConfig({ PORT: text, LISTINGS_API_URL: `http://${url}`, EMBEDDED_DATA: text });
        // oxlint-disable-next-line no-control-regex -- control characters are the point
        expect(formatProblems(problems ?? []).replaceAll('\n', '')).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
      }),
      // JSON escapes what is below U+0020 only.
      { examples: [['\u007f', '\u009f']] },
    );
  });
});

const production = { NODE_ENV: 'production' };
const embedded = { kind: 'embedded' };
const many = (count: number): string => Array.from({ length: count }, (_, at) => `app${at}`).join();

describe('A configuration', () => {
  it.each<[what: string, env: Record<string, string>, config: object]>([
    ['has the remote service, without a currency', remote, { service: { kind: 'remote' }, currency: null }],
    [
      'takes http:// with LISTINGS_ALLOW_HTTP',
      { ...plain('10.0.0.1'), LISTINGS_ALLOW_HTTP: 'on' },
      { service: { kind: 'remote' } },
    ],
    ['has the embedded service', { EMBEDDED_SERVICE: 'auto' }, { service: embedded }],
    ['has the remote service in production', { ...remote, ...production }, { service: { kind: 'remote' } }],
    [
      'has the embedded service in production where that is asked for',
      { ...production, EMBEDDED_SERVICE: 'on' },
      { production: true, service: embedded, server: { graphiql: true, shutdownGraceMs: 5000 } },
    ],
    ['keeps data in memory', { EMBEDDED_DATA: 'memory' }, { service: { data: 'memory' } }],
    [
      'keeps data in a file of its own choice',
      { EMBEDDED_DATA: 'file' },
      { service: { data: './listings-service.db' } },
    ],
    ['keeps data at a path', { EMBEDDED_DATA: '/tmp/listings-data' }, { service: { data: '/tmp/listings-data' } }],
    ['keeps data in a named file', { EMBEDDED_DATA: 'demo.db' }, { service: { data: 'demo.db' } }],
    ['takes two free ports', { PORT: '0', EMBEDDED_PORT: '0' }, { server: { port: 0 } }],
    ['takes the port of a service that is elsewhere', { ...remote, PORT: '4001' }, { server: { port: 4001 } }],
    [
      'takes an application that a header carries',
      { LISTINGS_CLIENT_ID: 'my app', LISTINGS_CLIENT_SECRET: '~!"#' },
      { client: { clientId: 'my app' } },
    ],
    ['has no known clients', {}, { knownClients: [] }],
    [
      'takes clients, with versions or the beginning of one',
      { KNOWN_CLIENTS: 'ios@8.*, ios ,com.example.android@5.2.1+7,web@*' },
      { knownClients: ['ios@8.*', 'ios', 'com.example.android@5.2.1+7', 'web@*'] },
    ],
    ['takes fifty clients', { KNOWN_CLIENTS: many(50) }, { knownClients: many(50).split(',') }],
    ['has one worker, and no Redis', {}, { workers: 1, redisUrl: null }],
    ['has a worker for each core with 0', { WORKERS: '0' }, { workers: availableParallelism() }],
    [
      'takes another header for tokens',
      { LISTINGS_AUTH_HEADER: 'Authorization' },
      { transport: { tokenHeader: 'Authorization' } },
    ],
    ['takes a currency', { ...remote, LISTINGS_CURRENCY: 'GBP' }, { currency: 'GBP' }],
    ['takes another currency for the embedded service', { LISTINGS_CURRENCY: 'USD' }, { currency: 'USD' }],
    ['leaves GraphiQL out by itself', { ...remote, ...production, GRAPHIQL: 'auto' }, { server: { graphiql: false } }],
    ['has no GraphiQL where that is off', { GRAPHIQL: 'off' }, { server: { graphiql: false } }],
    ['is open in development', {}, { upstreamTrace: true, clientSessions: true }],
    [
      'gives nobody sessions of its application before a remote service',
      remote,
      { upstreamTrace: true, clientSessions: false },
    ],
    ['is closed in production', { ...remote, ...production }, { upstreamTrace: false, clientSessions: false }],
    [
      'is closed in production with the embedded service',
      { ...production, EMBEDDED_SERVICE: 'on' },
      { upstreamTrace: false, clientSessions: false },
    ],
    [
      'is open in production where that is asked for',
      { ...remote, ...production, UPSTREAM_TRACE: 'on', CLIENT_SESSIONS: 'on' },
      { upstreamTrace: true, clientSessions: true },
    ],
  ])('%s', (_what, env, config) => {
    expect(configOf(env)).toMatchObject(config);
  });

  it.each<[name: string, values: readonly string[]]>([
    [
      'LISTINGS_API_URL',
      [
        'listings.example.com/api',
        'ftp://listings.example.com/api',
        'https://user:pw@listings.example.com/api',
        'https://user@listings.example.com/api',
        'https://listings.example.com/api?x=1',
        'https://listings.example.com/api?',
        'https://listings.example.com/api#x',
        'https://listings.example.com/a pi',
        'https://',
        'on',
        'http://listings.example.com/api',
        'http://10.0.0.1/api',
        'http://localhost.example.com/api',
        'http://127.0.0.1.example.com/api',
      ],
    ],
    ['EMBEDDED_DATA', ['memroy']],
    ['EMBEDDED_PORT', ['4000']],
    ['PORT', ['-1', '65536', '4000.0', '0x10', '1e3', ' 4000', '4000\n', '９']],
    [
      'KNOWN_CLIENTS',
      [
        'ios,ios',
        'other',
        'none,ios',
        'ios@',
        '@8',
        'ios@8.*.1',
        'i*',
        'my app',
        'ios,,web',
        'ios"}',
        'x'.repeat(65),
        many(51),
      ],
    ],
    ['WORKERS', ['-1']],
    ['LISTINGS_AUTH_HEADER', ['Authorisation: Bearer']],
    ['LISTINGS_CURRENCY', ['eur', 'EURO', 'XQZ', '€']],
    [
      'REDIS_URL',
      [
        'user:hunter2@redis',
        'http://user:hunter2@redis',
        'redis://user:hunter2@redis/x',
        'redis://user:hunter2@redis?a=hunter2',
        'redis://user:hunter2%@redis',
        'redis:///0',
        // Whoever leaves out a part of the address, or takes the setting for that of the password.
        'hunter2',
        'redis://user:hunter2',
        'redis://:hunter2',
        'redis:hunter2@redis',
        'redis://redis/hunter2',
        'redis+sentinel://hunter2',
        'rediss://redis:6379 hunter2',
        'redis://user:p@redis,hunter2:x',
      ],
    ],
  ])('is refused with a wrong %s alone, without a word of a password', (name, values) => {
    for (const value of values) {
      const problems = problemsOf({ [name]: value });
      expect([value, problems.map((problem) => problem.name)]).toEqual([value, [name]]);
      expect(formatProblems(problems)).not.toContain('hunter2');
    }
  });
});

describe('LISTINGS_API_URL', () => {
  it('loses slashes at its end', () => {
    const { service } = configOf({ LISTINGS_API_URL: 'https://listings.example.com/api//' });
    expect(service.kind === 'remote' && service.url.href).toBe('https://listings.example.com/api');
  });

  it('may be http:// on this machine', () => {
    for (const host of ['localhost:8080', '127.0.0.1', '127.8.9.10:1', '[::1]:99', 'api.localhost']) {
      expect(configOf(plain(host)).service.kind).toBe('remote');
    }
  });

  it('warns when it ends in /v1', () => {
    expect(readConfig({ LISTINGS_API_URL: 'https://listings.example.com/api/v1' }).warnings).toEqual([
      expect.stringContaining('/v1'),
    ]);
  });
});

describe('EMBEDDED_SERVICE', () => {
  it('must be asked for in production', () => {
    for (const EMBEDDED_SERVICE of ['', 'auto']) {
      const problems = problemsOf({ ...production, EMBEDDED_SERVICE });
      expect(problems).toMatchObject([{ name: 'LISTINGS_API_URL', seen: null }]);
      expect(problems[0]?.message).toContain('EMBEDDED_SERVICE=on');
    }
  });

  it('does not go together with LISTINGS_API_URL, and the message says which to drop for what', () => {
    const [problem] = problemsOf({ ...remote, EMBEDDED_SERVICE: 'on' });
    expect(problem).toMatchObject({ name: 'EMBEDDED_SERVICE', example: 'off' });
    expect(problem?.message).toMatch(/drop LISTINGS_API_URL .*, or EMBEDDED_SERVICE /);
  });

  it('leaves no service when it is off without LISTINGS_API_URL, which is reported once', () => {
    expect(problemsOf({ EMBEDDED_SERVICE: 'off' })).toMatchObject([{ name: 'LISTINGS_API_URL', seen: null }]);
    expect(problemsOf({ LISTINGS_API_URL: 'nonsense', EMBEDDED_SERVICE: 'off' })).toHaveLength(1);
  });
});

it('PORT and EMBEDDED_PORT differ', () => {
  expect(problemsOf({ PORT: '4001' })).toMatchObject([{ name: 'EMBEDDED_PORT' }]);
});

describe('LISTINGS_CLIENT_ID and LISTINGS_CLIENT_SECRET', () => {
  it('are set both or neither', () => {
    expect(problemsOf({ LISTINGS_CLIENT_ID: 'app' })).toMatchObject([{ name: 'LISTINGS_CLIENT_SECRET', seen: null }]);
    expect(problemsOf({ LISTINGS_CLIENT_SECRET: 's' })).toMatchObject([{ name: 'LISTINGS_CLIENT_ID', seen: null }]);
  });

  it('are what a header carries unchanged, unless they travel in a form', () => {
    for (const bad of [' app', 'app ', 'a\r\nb', 'a\0b', 'é', 'a\tb']) {
      expect(problemsOf({ LISTINGS_CLIENT_ID: bad, LISTINGS_CLIENT_SECRET: 's' })).toMatchObject([
        { name: 'LISTINGS_CLIENT_ID' },
      ]);
      const inForm = { LISTINGS_CLIENT_ID: 'a', LISTINGS_CLIENT_SECRET: bad, LISTINGS_TOKEN_PARAMS: 'form' };
      expect(configOf(inForm).client?.clientSecret.reveal()).toBe(bad);
    }
  });
});

it('REDIS_URL takes an address with or without name, password, port and database', () => {
  for (const REDIS_URL of ['redis://redis', 'redis://redis/', 'redis://:pw@[::1]:1', 'rediss://r/0']) {
    expect(configOf({ REDIS_URL }).redisUrl?.reveal()).toBe(REDIS_URL);
  }
});

it('WORKERS of 2 without REDIS_URL says what there is not, and is refused with SESSION_KEYS', () => {
  const two = { LISTINGS_API_URL: 'https://listings.example', WORKERS: '2' };
  const keys = { SESSION_KEYS: 'ab'.repeat(32) };
  expect(readConfig(two).warnings.join('\n')).toContain('REDIS_URL');
  expect(readConfig({ ...two, ...keys }).problems).toMatchObject([{ name: 'SESSION_KEYS' }]);
  const withRedis = { ...two, ...keys, REDIS_URL: 'redis://localhost' };
  expect(readConfig(withRedis)).toMatchObject({ problems: null, warnings: [] });
});

it('Each setting that app/settings.test.ts does not try reaches the part of the configuration that is named for it', () => {
  const env = {
    ...remote,
    MAX_BODY_BYTES: '2001',
    MUTATION_DEADLINE_MS: '2003',
    LOOKUP_FRESH_MS: '2010',
    SHUTDOWN_GRACE_MS: '2012',
    SHUTDOWN_DRAIN_MS: '2013',
    RATE_PER_ADDRESS_PER_MINUTE: '2014',
    RATE_PER_TOKEN_PER_MINUTE: '2015',
    REFRESH_PER_ADDRESS: '2023',
    TRUSTED_PROXIES: '3',
    MAX_UNREAD_BYTES: '2018',
    MAX_OPERATIONS_IN_FLIGHT: '2016',
    OVERLOAD_EVENT_LOOP_MS: '2017',
    OVERLOAD_MEMORY_PERCENT: '70',
    WORKERS: '3',
    REDIS_TIMEOUT_MS: '2014',
    LISTINGS_TOKEN_PARAMS: 'form',
    LISTINGS_PHOTO_BODY: 'binary',
    LOG_LEVEL: 'warn',
    HOST: '::',
  };
  expect(configOf(env)).toMatchObject({
    logLevel: 'warn',
    server: { host: '::', maxBodyBytes: 2001, shutdownGraceMs: 2012, shutdownDrainMs: 2013 },
    tokenParams: 'form',
    photoBody: 'binary',
    requestRates: { perAddress: 2014, perToken: 2015 },
    refresh: { perAddress: 2023 },
    trustedProxies: 3,
    serverLimits: { unreadBytes: 2018 },
    overload: { maxInFlight: 2016, eventLoopMs: 2017, memoryPercent: 70, processes: 3 },
    deadlines: { mutationMs: 2003 },
    lookups: { freshMs: 2010 },
    workers: 3,
    redisTimeoutMs: 2014,
  });
});

describe('warnings', () => {
  it('name what looks like a setting and is none, with the nearest real one', () => {
    const { warnings } = readConfig({
      LISTINGS_API_URI: 'https://listings.example.com/api',
      LISTINGS_CLIENT_SECRETT: 'hunter2',
      GRAPHQIL: 'off',
      PROT: '80',
      query_deadline_ms: '1',
      LISTINGS_SOMETHING_ELSE_ALTOGETHER: 'x',
      OVERLOAD_HEAP_PERCENT: '85',
    });
    expect(warnings).toEqual([
      'LISTINGS_API_URI is not a setting and is not read: did you mean LISTINGS_API_URL?',
      'LISTINGS_CLIENT_SECRETT is not a setting and is not read: did you mean LISTINGS_CLIENT_SECRET?',
      'GRAPHQIL is not a setting and is not read: did you mean GRAPHIQL?',
      'PROT is not a setting and is not read: did you mean PORT?',
      'query_deadline_ms is not a setting and is not read: did you mean QUERY_DEADLINE_MS?',
      'LISTINGS_SOMETHING_ELSE_ALTOGETHER is not a setting and is not read',
      expect.stringContaining('OVERLOAD_HEAP_PERCENT is not a setting and is not read'),
    ]);
  });

  it('say of a setting that there was what to do, and keep nothing from starting', () => {
    const { problems, warnings } = readConfig({ UPSTREAM_QUEUE: 'many', UPSTREAM_TOKEN_CONNECTIONS: '16' });
    expect(problems).toBeNull();
    expect(warnings).toEqual([
      'UPSTREAM_QUEUE is no longer a setting and is not read. 4,096 calls may wait for a connection: take the setting out, or set UPSTREAM_CONNECTIONS',
      'UPSTREAM_TOKEN_CONNECTIONS is no longer a setting and is not read. Sign-ins have 8 connections, and so have refreshes: take the setting out',
    ]);
  });

  it('leave alone what is not ours, and what Kubernetes adds for a service of such a name', () => {
    const { warnings } = readConfig({
      HOME: '/root',
      PATH: '/bin',
      HOSTNAME: 'a',
      NODE_PATH: '',
      LOGNAME: 'root',
      npm_config_port: '1',
      LISTINGS_GATEWAY_SERVICE_HOST: '10.0.0.1',
      LISTINGS_GATEWAY_SERVICE_PORT_HTTP: '80',
      LISTINGS_GATEWAY_PORT: 'tcp://10.0.0.1:80',
      LISTINGS_GATEWAY_PORT_80_TCP_ADDR: '10.0.0.1',
    });
    expect(warnings).toEqual([]);
  });

  it('are given beside mistakes too', () => {
    expect(readConfig({ PORT: 'x', LISTINGS_API_URI: 'y' })).toMatchObject({
      config: null,
      problems: [{ name: 'PORT' }],
      warnings: [expect.stringContaining('LISTINGS_API_URI')],
    });
  });

  it('notice a NODE_ENV that was meant to be production', () => {
    expect(readConfig({ NODE_ENV: 'prod' }).warnings).toEqual([expect.stringContaining('NODE_ENV=production')]);
    expect(readConfig({ NODE_ENV: 'test' }).warnings).toEqual([]);
  });
});
