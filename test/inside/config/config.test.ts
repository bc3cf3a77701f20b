import { availableParallelism } from 'node:os';
import { assert, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Config, readConfig } from '../../../src/config/config.ts';
import { formatProblems } from '../../../src/config/problem.ts';
import { settingsInEffect } from '../../../src/config/tables.ts';
import { anyCharacter } from '../../support/any-character.ts';

const remote = { LISTINGS_API_URL: 'https://listings.example.com/api' };

const configOf = (env: Record<string, string>): Config => {
  const { config, problems } = readConfig(env);
  if (config === null) throw new Error(formatProblems(problems));
  return config;
};

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
    expect(configOf({ PORT: '', LISTINGS_API_URL: '', EMBEDDED_SERVICE: '', GRAPHIQL: '' })).toEqual(configOf({}));
  });

  it('reports all mistakes at once, each with the value, what is expected and an example', () => {
    const problems = problemsOf({ PORT: 'http', HOST: 'a b', LOG_LEVEL: 'loud', QUERY_DEADLINE_MS: '1.5' });
    expect(problems.map(({ name, seen }) => [name, seen])).toEqual([
      ['PORT', 'http'],
      ['LOG_LEVEL', 'loud'],
      ['HOST', '"a b"'],
      ['QUERY_DEADLINE_MS', '1.5'],
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

describe('LISTINGS_API_URL', () => {
  it('selects the remote service, and drops slashes at its end', () => {
    const { service, currency } = configOf({ LISTINGS_API_URL: 'https://listings.example.com/api//' });
    expect(service.kind === 'remote' && service.url.href).toBe('https://listings.example.com/api');
    expect(currency).toBeNull();
  });

  for (const url of [
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
  ]) {
    it(`is refused when it is ${url}`, () => {
      expect(problemsOf({ LISTINGS_API_URL: url }).map(({ name }) => name)).toEqual(['LISTINGS_API_URL']);
    });
  }

  it('must be https, except on this machine or with LISTINGS_ALLOW_HTTP=on', () => {
    for (const host of ['localhost:8080', '127.0.0.1', '127.8.9.10:1', '[::1]:99', 'api.localhost']) {
      expect(configOf({ LISTINGS_API_URL: `http://${host}/api` }).service.kind).toBe('remote');
    }
    for (const host of ['listings.example.com', '10.0.0.1', 'localhost.example.com', '127.0.0.1.example.com']) {
      const env = { LISTINGS_API_URL: `http://${host}/api` };
      expect(problemsOf(env)[0]?.message).toContain('must be https://');
      expect(configOf({ ...env, LISTINGS_ALLOW_HTTP: 'on' }).service.kind).toBe('remote');
    }
  });

  it('warns when it ends in /v1', () => {
    expect(readConfig({ LISTINGS_API_URL: 'https://listings.example.com/api/v1' }).warnings).toEqual([
      expect.stringContaining('/v1'),
    ]);
  });
});

describe('EMBEDDED_SERVICE', () => {
  it('is on by itself exactly when there is no LISTINGS_API_URL and it is not production', () => {
    expect(configOf({}).service.kind).toBe('embedded');
    expect(configOf({ EMBEDDED_SERVICE: 'auto' }).service.kind).toBe('embedded');
    expect(configOf(remote).service.kind).toBe('remote');
    expect(configOf({ ...remote, NODE_ENV: 'production' }).service.kind).toBe('remote');
  });

  it('must be asked for in production', () => {
    for (const EMBEDDED_SERVICE of ['', 'auto']) {
      const problems = problemsOf({ NODE_ENV: 'production', EMBEDDED_SERVICE });
      expect(problems).toMatchObject([{ name: 'LISTINGS_API_URL', seen: null }]);
      expect(problems[0]?.message).toContain('EMBEDDED_SERVICE=on');
    }
    expect(configOf({ NODE_ENV: 'production', EMBEDDED_SERVICE: 'on' })).toMatchObject({
      production: true,
      service: { kind: 'embedded' },
      server: { graphiql: true, shutdownGraceMs: 5000 },
    });
  });

  it('does not go together with LISTINGS_API_URL, and the message says which to drop for what', () => {
    const [problem] = problemsOf({ ...remote, EMBEDDED_SERVICE: 'on' });
    expect(problem).toMatchObject({ name: 'EMBEDDED_SERVICE', example: 'off' });
    expect(problem?.message).toMatch(/drop LISTINGS_API_URL .*, or EMBEDDED_SERVICE /);
  });

  it('leaves no service when it is off without LISTINGS_API_URL', () => {
    expect(problemsOf({ EMBEDDED_SERVICE: 'off' })).toMatchObject([{ name: 'LISTINGS_API_URL', seen: null }]);
  });

  it('is reported once when LISTINGS_API_URL is unreadable', () => {
    expect(problemsOf({ LISTINGS_API_URL: 'nonsense', EMBEDDED_SERVICE: 'off' })).toHaveLength(1);
  });
});

describe('EMBEDDED_DATA', () => {
  it('is memory, a file of its own choice, or a path', () => {
    const placeOf = (EMBEDDED_DATA: string) => {
      const { service } = configOf({ EMBEDDED_DATA });
      return service.kind === 'embedded' ? service.data : undefined;
    };
    expect(placeOf('memory')).toBe('memory');
    expect(placeOf('file')).toBe('./listings-service.db');
    expect(placeOf('/tmp/listings-data')).toBe('/tmp/listings-data');
    expect(placeOf('demo.db')).toBe('demo.db');
  });

  it('does not take a misspelt word for a path', () => {
    expect(problemsOf({ EMBEDDED_DATA: 'memroy' })).toMatchObject([{ name: 'EMBEDDED_DATA', seen: 'memroy' }]);
  });
});

describe('PORT and EMBEDDED_PORT', () => {
  it('differ, unless the system chooses them', () => {
    expect(problemsOf({ PORT: '4001' })).toMatchObject([{ name: 'EMBEDDED_PORT' }]);
    expect(configOf({ PORT: '0', EMBEDDED_PORT: '0' }).server.port).toBe(0);
    expect(configOf({ ...remote, PORT: '4001' }).server.port).toBe(4001);
  });

  it('are whole numbers that a port can be', () => {
    for (const PORT of ['-1', '65536', '4000.0', '0x10', '1e3', ' 4000', '4000\n', '９']) {
      expect(problemsOf({ PORT })).toMatchObject([{ name: 'PORT' }]);
    }
  });
});

describe('LISTINGS_CLIENT_ID and LISTINGS_CLIENT_SECRET', () => {
  it('are held so that the secret cannot be printed', () => {
    const { client } = configOf({ LISTINGS_CLIENT_ID: 'app', LISTINGS_CLIENT_SECRET: 'hunter2' });
    expect(client?.clientId).toBe('app');
    expect(client?.clientSecret.reveal()).toBe('hunter2');
    expect(JSON.stringify(client)).not.toContain('hunter2');
  });

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
    expect(configOf({ LISTINGS_CLIENT_ID: 'my app', LISTINGS_CLIENT_SECRET: '~!"#' }).client?.clientId).toBe('my app');
  });
});

describe('KNOWN_CLIENTS', () => {
  const clientsOf = (KNOWN_CLIENTS: string) => readConfig({ KNOWN_CLIENTS }).config?.knownClients;

  it('takes names, perhaps each with a version or the beginning of one', () => {
    expect(readConfig({}).config?.knownClients).toEqual([]);
    expect(clientsOf('ios@8.*, ios ,com.example.android@5.2.1+7,web@*')).toEqual([
      'ios@8.*',
      'ios',
      'com.example.android@5.2.1+7',
      'web@*',
    ]);
    expect(clientsOf(Array.from({ length: 50 }, (_, at) => `app${at}`).join())).toHaveLength(50);
  });

  it.each([
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
    Array.from({ length: 51 }, (_, at) => `app${at}`).join(),
  ])('does not take %s', (KNOWN_CLIENTS) => {
    expect(readConfig({ KNOWN_CLIENTS }).problems).toMatchObject([{ name: 'KNOWN_CLIENTS' }]);
  });
});

describe('REDIS_URL', () => {
  it('is held so that it cannot be printed', () => {
    const { redisUrl } = configOf({ REDIS_URL: 'rediss://gateway:hunter2@redis.example:6380/3' });
    expect(redisUrl?.reveal()).toBe('rediss://gateway:hunter2@redis.example:6380/3');
    expect(JSON.stringify(redisUrl)).not.toContain('hunter2');
    expect(configOf({}).redisUrl).toBeNull();
  });

  it('takes an address with or without name, password, port and database', () => {
    for (const REDIS_URL of ['redis://redis', 'redis://redis/', 'redis://:pw@[::1]:1', 'rediss://r/0']) {
      expect(configOf({ REDIS_URL }).redisUrl?.reveal()).toBe(REDIS_URL);
    }
  });

  it('is refused when it is none, without a word of its password', () => {
    for (const REDIS_URL of [
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
    ]) {
      const problems = problemsOf({ REDIS_URL });
      expect(problems.map(({ name }) => name)).toEqual(['REDIS_URL']);
      expect(formatProblems(problems)).not.toContain('hunter2');
    }
  });

  it('shows where it leads in print-config, and not with which password', () => {
    const rows = settingsInEffect({ REDIS_URL: 'rediss://gateway:hunter2@redis.example:6380/3' }, {});
    expect(rows.find(({ name }) => name === 'REDIS_URL')?.value).toContain('[redacted]@redis.example:6380/3');
    expect(JSON.stringify(rows)).not.toContain('hunter2');
  });
});

describe('WORKERS', () => {
  it('is one unless it is set, and one for each core when it is 0', () => {
    expect(configOf({}).workers).toBe(1);
    expect(configOf({ WORKERS: '0' }).workers).toBe(availableParallelism());
    expect(problemsOf({ WORKERS: '-1' })).toMatchObject([{ name: 'WORKERS' }]);
  });
});

describe('WORKERS of 2', () => {
  const two = { LISTINGS_API_URL: 'https://listings.example', WORKERS: '2' };
  const keys = { SESSION_KEYS: 'ab'.repeat(32) };

  it('without REDIS_URL says what there is not, and is refused with SESSION_KEYS', () => {
    expect(readConfig(two).warnings.join('\n')).toContain('REDIS_URL');
    expect(readConfig({ ...two, ...keys }).problems).toMatchObject([{ name: 'SESSION_KEYS' }]);
  });

  it('with REDIS_URL has nothing to say', () => {
    expect(readConfig({ ...two, ...keys, REDIS_URL: 'redis://localhost' })).toMatchObject({
      problems: null,
      warnings: [],
    });
  });
});

describe('the other settings', () => {
  it('LISTINGS_AUTH_HEADER is the name of a header', () => {
    expect(configOf({ LISTINGS_AUTH_HEADER: 'Authorization' }).transport.tokenHeader).toBe('Authorization');
    expect(problemsOf({ LISTINGS_AUTH_HEADER: 'Authorisation: Bearer' })).toMatchObject([
      { name: 'LISTINGS_AUTH_HEADER' },
    ]);
  });

  it('LISTINGS_CURRENCY is a currency of ISO 4217, and known for the embedded service', () => {
    expect(configOf({ ...remote, LISTINGS_CURRENCY: 'GBP' }).currency).toBe('GBP');
    expect(configOf({ LISTINGS_CURRENCY: 'USD' }).currency).toBe('USD');
    for (const LISTINGS_CURRENCY of ['eur', 'EURO', 'XQZ', '€']) {
      expect(problemsOf({ LISTINGS_CURRENCY })).toMatchObject([{ name: 'LISTINGS_CURRENCY' }]);
    }
  });

  it('GRAPHIQL is off in production with a remote service unless it is asked for', () => {
    const production = { ...remote, NODE_ENV: 'production' };
    expect(configOf(production).server.graphiql).toBe(false);
    expect(configOf({ ...production, GRAPHIQL: 'auto' }).server.graphiql).toBe(false);
    expect(configOf({ ...production, GRAPHIQL: 'on' }).server.graphiql).toBe(true);
    expect(configOf({ GRAPHIQL: 'off' }).server.graphiql).toBe(false);
  });

  it('UPSTREAM_TRACE is off in production, and CLIENT_SESSIONS on with the embedded service outside it alone', () => {
    const openOf = (env: Readonly<Record<string, string>>) => {
      const { upstreamTrace, clientSessions } = configOf(env);
      return { upstreamTrace, clientSessions };
    };
    const production = { NODE_ENV: 'production' };
    const none = { upstreamTrace: false, clientSessions: false };
    expect(openOf({})).toEqual({ upstreamTrace: true, clientSessions: true });
    expect(openOf(remote)).toEqual({ upstreamTrace: true, clientSessions: false });
    expect(openOf({ ...remote, ...production })).toEqual(none);
    expect(openOf({ ...production, EMBEDDED_SERVICE: 'on' })).toEqual(none);
    expect(openOf({ ...remote, ...production, UPSTREAM_TRACE: 'on', CLIENT_SESSIONS: 'on' })).toEqual({
      upstreamTrace: true,
      clientSessions: true,
    });
  });

  it('each reach the part of the configuration that is named for them', () => {
    const env = {
      ...remote,
      MAX_BODY_BYTES: '2001',
      QUERY_DEADLINE_MS: '2002',
      MUTATION_DEADLINE_MS: '2003',
      UPSTREAM_CONNECTIONS: '2004',
      UPSTREAM_CONNECT_TIMEOUT_MS: '2005',
      UPSTREAM_HEADERS_TIMEOUT_MS: '2006',
      UPSTREAM_BODY_GAP_TIMEOUT_MS: '2007',
      UPSTREAM_TIMEOUT_MS: '2008',
      UPSTREAM_MAX_JSON_BYTES: '2009',
      LOOKUP_FRESH_MS: '2010',
      LOOKUP_STALE_MS: '2011',
      SHUTDOWN_GRACE_MS: '2012',
      SHUTDOWN_DRAIN_MS: '2013',
      RATE_PER_ADDRESS_PER_MINUTE: '2014',
      RATE_PER_TOKEN_PER_MINUTE: '2015',
      REFRESH_PER_TOKEN: '2022',
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
      transport: {
        connections: 2004,
        timeouts: { connectMs: 2005, headersMs: 2006, bodyGapMs: 2007, totalMs: 2008 },
        maxJsonBytes: 2009,
      },
      requestRates: { perAddress: 2014, perToken: 2015 },
      refresh: { perToken: 2022, perAddress: 2023 },
      trustedProxies: 3,
      serverLimits: { unreadBytes: 2018 },
      overload: { maxInFlight: 2016, eventLoopMs: 2017, memoryPercent: 70, processes: 3 },
      deadlines: { queryMs: 2002, mutationMs: 2003 },
      lookups: { freshMs: 2010, staleMs: 2011 },
      workers: 3,
      redisTimeoutMs: 2014,
    });
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
