import { describe, expect, it } from 'vitest';
import { probeService } from '../../src/cli/probe/probe-service.ts';
import { type Endpoint, endpoints } from '../../src/contract/endpoints.ts';
import { Secret } from '../../src/rest/call/credentials.ts';
import { isFullRun, sampled } from '../support/effort.ts';
import { runCommand } from '../support/program/run-command.ts';
import { type Script, type ScriptedUpstream, startScriptedUpstream } from '../support/scripted-upstream.ts';

const secrets = { LISTINGS_CLIENT_SECRET: 'canary-secret', PROBE_PASSWORD: 'canary-password' };

/** A service that gives tokens, `app-token` to the application and `user-token` to the user. */
const startUpstream = async (): Promise<ScriptedUpstream> => {
  const upstream = await startScriptedUpstream();
  upstream.on('POST', '/v1/token', ({ headers }) => {
    if (headers['grant_type'] === 'client_credentials') return { json: { Access_token: 'app-token' } };
    return headers['grant_type'] === 'password' ? { json: { Access_token: 'user-token' } } : { status: 400 };
  });
  upstream.on('GET', '/v1/sections', { json: [{ SectionID: 1, SectionName: 'Motors', SecType: 'motors' }] });
  return upstream;
};

const argsFor = ({ url }: ScriptedUpstream, ...more: readonly string[]): readonly string[] => [
  'probe',
  '--url',
  url.href,
  '--client-id',
  'app',
  '--username',
  'canary-user',
  ...more,
];

/** The part of the report on an endpoint, without its indentation; it never has a value of a response. */
const probed = async (upstream: ScriptedUpstream, ...more: readonly string[]) => {
  const { code, stdout, stderr } = await runCommand(argsFor(upstream, ...more), secrets);
  expect(stderr).toBe('');
  expect(stdout).not.toMatch(/canary|app-token|user-token/);
  const linesOf = (operation: string): readonly string[] => {
    const [, ...parts] = stdout.split(/^(?=\w+ +(?:GET|POST) )/m);
    const part = parts.find((each) => each.split(/\n| \(/, 1)[0]?.endsWith(` ${operation}`)) ?? '';
    const [first = '', ...lines] = part.split('\n\n', 1)[0]?.trimEnd().split('\n') ?? [];
    return [first.replace(/ +/, ' '), ...lines.map((line) => line.trim())];
  };
  return { code, stdout, linesOf };
};

const safeEndpoints = Object.values<Endpoint>(endpoints).filter(({ retry }) => retry === 'safe');

describe('listings-gateway probe', () => {
  it.runIf(isFullRun)(
    'finds every endpoint of the embedded service as specified and as assumed, with its demo account',
    async () => {
      const { code, stdout, stderr } = await runCommand(['probe']);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      const all = safeEndpoints.length + 1;
      expect(stdout).toContain(`${all} endpoints: ${all} ok, 0 differs, 0 failed, 0 skipped`);
      for (const finding of [
        'R2: the token is taken from Authorisation, as assumed',
        'R3: parameters are taken from request headers, and from a form too, as assumed',
        "R41: refuses an application's token, as assumed",
        'R23: first counts from 0, as assumed',
        'R23: first counts from 1, as assumed',
        'R33: a PDF, as assumed',
      ]) {
        expect(stdout).toContain(`           ${finding}\n`);
      }
      expect(stdout).not.toContain('which is provided for');
      expect(stdout).not.toMatch(/seller|demo-app|@/);
    },
  );

  it('calls every endpoint that changes nothing, and no other, and needs an id for some', async () => {
    await using upstream = await startUpstream();
    upstream.on('GET', '/v1/user/watchedlistings', { json: { Items: [{ PKID: 7 }], TotalResults: 1 } });
    const { stdout, code } = await probed(upstream, '--json');
    const report: { endpoints: { operation: string; verdict: string; reason: string | null }[] } = JSON.parse(stdout);
    expect(code).toBe(1);
    expect(report.endpoints.map(({ operation }) => operation)).toEqual([
      'POST /v1/token',
      ...safeEndpoints.map(({ method, path }) => `${method} ${path}`),
    ]);
    const posts = new Set(upstream.requests.filter(({ method }) => method !== 'GET').map(({ path }) => path));
    expect([...posts].toSorted()).toEqual(['/v1/listings/validate', '/v1/token']);
    expect(upstream.count('GET /v1/listings/7')).toBeGreaterThan(0);
    expect(upstream.count('GET /v1/listings/definition/7')).toBe(0);
    expect(report.endpoints).toContainEqual(
      expect.objectContaining({ operation: 'GET /v1/user/invoice', reason: 'no id is known to call it with' }),
    );
  });

  it('prints what the decoders find, by endpoint and by assumption, and never a value', async () => {
    await using upstream = await startUpstream();
    const listing = { PKID: 7, Condition: 99, Price: { canary: 1 }, User: { canary: 'canary' }, DateAdded: 'canary' };
    upstream.on('GET', '/v1/user/watchedlistings', { json: { Items: [{ PKID: 7 }] } });
    upstream.on('GET', '/v1/listings/7', { json: { data: { ...listing, N_Params: 'canary', Company: 'canary' } } });
    upstream.on('GET', '/v1/properties/doors', { json: [{ Id: 1, Item: 'canary' }, true] });
    upstream.on('GET', '/v1/user/account', { body: '<h1>canary</h1>' });
    upstream.on('GET', '/v1/user/sections', { json: { Sections: [1], SectionNames: ['canary'], Expired: [] } });
    upstream.on('GET', '/v1/user/details', { status: 400, json: { Message: 'canary' } });
    const { code, linesOf } = await probed(upstream);
    expect(code).toBe(1);
    expect(linesOf('GET /v1/listings/{id}')).toEqual(
      expect.arrayContaining([
        'differs GET /v1/listings/{id}',
        'ItemDetail.Price: cannot be read',
        'ItemDetail.Title: missing',
        'R7: ItemDetail: inside of something, which is provided for',
        'R15: ItemDetail.Condition: a code that is not in its table, read as null, which is provided for',
        'R18: N_Params: cannot be read',
        'R20: User: cannot be read',
        'R20: Company: can be read, as assumed',
        'R21: DateAdded: cannot be read, which is provided for',
      ]),
    );
    expect(linesOf('GET /v1/properties/doors')).toContain('R8: StringId: cannot be read');
    expect(linesOf('GET /v1/user/sections')).toContain('R27: UserSectionsResponse.Expired: cannot be read');
    expect(linesOf('GET /v1/user/watchedlistings')).toContain('R25: no TotalResults, which is provided for');
    expect(linesOf('GET /v1/user/account')).toContain('failed GET /v1/user/account (200, unreadable)');
    expect(linesOf('GET /v1/user/details')[0]).toBe('failed GET /v1/user/details (400)');
  });

  it('reports which endpoints take the token of an application (R41)', async () => {
    await using upstream = await startUpstream();
    const asUser =
      (json: unknown): Script =>
      ({ headers }) =>
        headers['authorisation'] === 'Bearer user-token' ? { json } : { status: 401 };
    upstream.on('GET', '/v1/properties/fuel', asUser([]));
    upstream.on('GET', '/v1/user/premiumoptionscost', asUser({ Balance: 1, Cost: 1, ToPay: 1 }));
    upstream.on('GET', '/v1/user/sections', { json: { Sections: [], SectionNames: [], Expired: [] } });
    const { linesOf } = await probed(upstream);
    expect(linesOf('GET /v1/properties/fuel')).toEqual([
      'differs GET /v1/properties/fuel',
      "R41: refuses an application's token",
    ]);
    expect(linesOf('GET /v1/user/premiumoptionscost')).toEqual([
      'ok GET /v1/user/premiumoptionscost',
      "R41: refuses an application's token, as assumed",
    ]);
    expect(linesOf('GET /v1/user/sections')).toEqual([
      'ok GET /v1/user/sections',
      "R41: takes an application's token, but is asked for users alone, which is provided for",
    ]);
  });

  it('finds the header of the token and the form of the parameters, and says what to set (R2, R3)', async () => {
    await using upstream = await startScriptedUpstream();
    upstream.on('POST', '/v1/token', ({ headers }) =>
      headers['grant_type'] === undefined ? { json: { Access_token: 'app-token' } } : { status: 400 },
    );
    upstream.on('GET', '/v1/sections', ({ headers }) =>
      headers.authorization === 'Bearer app-token' ? { json: [] } : { status: 401 },
    );
    const { linesOf } = await probed(upstream);
    expect(linesOf('POST /v1/token')).toEqual([
      'differs POST /v1/token',
      'R3: parameters are taken from a form only: set LISTINGS_TOKEN_PARAMS=form',
      'R2: the token is taken from Authorization, not from Authorisation: set LISTINGS_AUTH_HEADER=Authorization',
    ]);
    expect(linesOf('GET /v1/sections')[0]).toBe('ok GET /v1/sections');
  });

  it('says why there is no token, and calls nothing without one', async () => {
    await using upstream = await startScriptedUpstream();
    upstream.on('POST', '/v1/token', { status: 404, body: '<h1>canary</h1>' });
    const { linesOf, code } = await probed(upstream);
    expect(code).toBe(1);
    expect(linesOf('POST /v1/token')).toEqual([
      'failed POST /v1/token (client credentials: 404, unreadable, "check" says what to do; password: 404, unreadable)',
    ]);
    expect(linesOf('GET /v1/properties')).toEqual(['skipped GET /v1/properties (there is no token)']);
    expect(upstream.requests.every(({ path }) => path === '/v1/token')).toBe(true);
  });

  it('skips what needs a user when there is none', async () => {
    await using upstream = await startUpstream();
    upstream.on('GET', '/v1/user/details', { status: 401 });
    const args = ['probe', '--url', upstream.url.href, '--client-id', 'app', '--client-secret', 'canary'];
    const { stdout } = await runCommand(args);
    expect(stdout).toContain('skipped  GET /v1/user/details (needs a user: give --username)');
    expect(stdout).toContain('failed   GET /v1/properties (404)');
  });

  it('fails what is not over when its time is up', async () => {
    await using upstream = await startUpstream();
    for (const { method, path } of safeEndpoints) {
      if (path !== '/v1/sections') upstream.on(method, path, { hang: 'before-headers' });
    }
    const end = new AbortController();
    const probing = probeService({
      transport: { baseUrl: upstream.url, tokenHeader: 'Authorisation' },
      tokenParams: 'headers',
      signal: end.signal,
      application: { clientId: 'app', clientSecret: new Secret('secret') },
      user: null,
    });
    // Two for tokens, two for their header, and those by which ids are looked for: the second is never answered.
    await upstream.received(6);
    end.abort();
    expect(await probing).toContainEqual(
      expect.objectContaining({ operation: 'GET /v1/properties', verdict: 'failed', reason: 'the time was up' }),
    );
    expect(upstream.count()).toBe(6);
  });
});

describe('listings-gateway probe, of lists that come in pages', () => {
  interface Pages {
    readonly length: number;
    readonly cap?: number;
    readonly bases?: readonly [number, number];
    readonly total?: (came: number) => number;
    /** What becomes of a page before the first. */
    readonly isRefused?: boolean;
  }

  const lists = [
    ['/v1/user/listings', 'Items'],
    ['/v1/user/watchedlistings', 'Items'],
    ['/v1/user/account', 'AccountEntries'],
  ] as const;

  const findingsOf = async ({ length, cap = 1000, bases = [1, 0], total, isRefused = false }: Pages) => {
    await using upstream = await startUpstream();
    upstream.on('GET', '/v1/user/sections', { json: { Sections: [1], SectionNames: ['x'], Expired: [0] } });
    for (const [path, records] of lists) {
      upstream.on('GET', path, ({ query }) => {
        const first = Number(query.get('first') ?? 1) - (records === 'Items' ? bases[0] : bases[1]);
        if (first < 0 && isRefused && query.has('first')) return { status: 400 };
        const start = Math.max(0, first);
        const came = Math.max(0, Math.min(length - start, cap, Number(query.get('count') ?? 20)));
        const rows = Array.from({ length: came }, (_, at) => ({ PKID: start + at + 1, Amount: start + at + 1 }));
        return { json: { [records]: rows, ...(total === undefined ? {} : { TotalResults: total(came) }) } };
      });
    }
    const { linesOf } = await probed(upstream);
    return lists.map(([path]) => linesOf(`GET ${path}`).filter((line) => /^R2[345]: /.test(line)));
  };
  const wrong = 'entries are lost or shown twice';

  it('says from which number they count (R23)', async () => {
    const total = () => 3;
    const [listings, , account] = await findingsOf({ length: 3, total });
    expect(listings).toContain('R23: first counts from 1, as assumed');
    expect(account).toEqual(['R23: first counts from 0, as assumed']);
    for (const isRefused of sampled(2, [true, false])) {
      const [fromZero, watched, fromOne] = await findingsOf({ length: 3, total, bases: [0, 1], isRefused });
      expect(fromZero).toContain(`R23: first counts from 0, not from 1: ${wrong}`);
      expect(watched).toContain(`R23: first counts from 0, not from 1: ${wrong}`);
      expect(fromOne).toContain(`R23: first counts from 1, not from 0: ${wrong}`);
    }
  });

  it('says where pages are capped, and what a total is worth (R24, R25)', async () => {
    const [capped, , account] = await findingsOf({ length: 45, cap: 20, total: () => 45 });
    expect(capped).toContain('R24: pages are capped at 20, which is provided for');
    expect(capped).toContain('R25: TotalResults is there, as assumed');
    expect(account).toContain('R24: pages are capped at 20, which is provided for');
    const [ofPage] = await findingsOf({ length: 45, cap: 20, total: (came) => came });
    expect(ofPage).toContain(
      'R25: TotalResults is what the first page has, though records follow: a list seems to end there',
    );
    const [full] = await findingsOf({ length: 150 });
    expect(full).toContain('R24: pages of 100 records, as assumed');
    expect(full).toContain('R25: no TotalResults, which is provided for');
    expect((await findingsOf({ length: 0 })).flat().filter((line) => !line.startsWith('R25'))).toEqual([]);
  });

  it('says that "first" is not heeded, and that what follows a page fails', async () => {
    await using upstream = await startUpstream();
    upstream.on('GET', '/v1/user/watchedlistings', { json: { Items: [{ PKID: 7 }], TotalResults: 1 } });
    upstream.on('GET', '/v1/user/account', ({ query }) =>
      Number(query.get('first')) < 1 ? { json: { AccountEntries: [{ Amount: 1 }], Balance: 1 } } : { status: 400 },
    );
    const { linesOf } = await probed(upstream);
    expect(linesOf('GET /v1/user/watchedlistings')).toContain(
      'R23: the next page begins with the same record: "first" is not heeded',
    );
    expect(linesOf('GET /v1/user/account')).toContain('R24: what follows a page cannot be read: 400');
  });
});

describe('listings-gateway probe, when it is mistaken', () => {
  it.each([
    [['--url', 'http://127.0.0.1:1/api'], {}, 'A probe needs an application'],
    [['--username', 'ann'], {}, '--username needs a password: set PROBE_PASSWORD'],
    [['--password', 'hunter3'], {}, '--password needs --username'],
    [['--deadline-s', '0'], {}, '--deadline-s must be a whole number from 1 to 3600'],
    [['--url', 'ftp://listings.example.com'], {}, 'LISTINGS_API_URL'],
    [['--client-id', 'app'], {}, 'LISTINGS_CLIENT_SECRET'],
  ])('exits with 2 and says what is missing or mistaken: %j', async (args, env, message) => {
    const { code, stdout, stderr } = await runCommand(['probe', ...args], env);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('hunter');
  });

  it('says in its help where secrets belong', async () => {
    const { stdout } = await runCommand(['probe', '--help']);
    expect(stdout).toContain('Usage: listings-gateway probe [options]');
    expect(stdout).toContain('Give the client secret as LISTINGS_CLIENT_SECRET and the password as PROBE_PASSWORD');
  });
});
