import { describe, expect, it } from 'vitest';
import { type ProbeOptions, probeService } from '../../../../src/cli/probe/calls/probe-service.ts';
import { findingText, reportText } from '../../../../src/cli/probe/report-text.ts';
import { isCovered, type ProbeReport } from '../../../../src/cli/probe/report.ts';
import { type Endpoint, type EndpointName, endpoints, operationOf } from '../../../../src/contract/endpoints.ts';
import { handlers } from '../../../../src/embedded/handlers.ts';
import { startEmbeddedService } from '../../../../src/embedded/server.ts';
import { createLog } from '../../../../src/log/logger.ts';
import { Secret } from '../../../../src/upstream/call/credentials.ts';
import { accountPassword, credentialsOf, liveApplication } from '../../../support/accounts.ts';
import { copyDemoDatabase } from '../../../support/demo-database.ts';
import { sampled } from '../../../support/effort.ts';
import { type Script, type ScriptedUpstream, startScriptedUpstream } from '../../../support/scripted-upstream.ts';

const CANARY = 'canary';

const probe = (url: URL, options: Partial<ProbeOptions> = {}): Promise<ProbeReport> =>
  probeService({
    url,
    transport: { tokenHeader: 'Authorisation' },
    tokenParams: 'headers',
    signal: new AbortController().signal,
    application: { clientId: 'app', clientSecret: new Secret(`${CANARY}-secret`) },
    user: { username: `${CANARY}-user`, password: new Secret(`${CANARY}-password`) },
    ...options,
  });

/** An upstream that gives tokens, `app-token` to the application and `user-token` to the user. */
const startUpstream = async (): Promise<ScriptedUpstream> => {
  const upstream = await startScriptedUpstream();
  upstream.on('POST', '/v1/token', ({ headers }) => {
    if (headers['grant_type'] === 'client_credentials') return { json: { Access_token: 'app-token' } };
    return headers['grant_type'] === 'password' ? { json: { Access_token: 'user-token' } } : { status: 400 };
  });
  return upstream;
};

const endpointOf = (report: ProbeReport, operation: string) => {
  const found = report.endpoints.find((each) => each.operation === operation);
  if (found === undefined) throw new Error(`${operation} is not in the report.`);
  return { verdict: found.verdict, reason: found.reason, texts: found.findings.map(findingText) };
};

const names = Object.keys(endpoints).filter((name): name is EndpointName => Object.hasOwn(endpoints, name));
const safeNames = names.filter((name) => {
  const { retry }: Endpoint = endpoints[name];
  return retry === 'safe';
});

describe('probeService', () => {
  it('finds every endpoint of the embedded service as specified and as the rulings assume', async () => {
    const log = createLog('silent');
    using data = await copyDemoDatabase();
    await using service = await startEmbeddedService({ host: '127.0.0.1', port: 0, data: data.location, log });
    const report = await probe(service.baseUrl, {
      application: credentialsOf(liveApplication),
      user: { username: 'seller', password: new Secret(accountPassword) },
    });
    const written = safeNames.filter((name) => Object.hasOwn(handlers, name)).map(operationOf);
    const reports = report.endpoints.filter(({ operation }) => written.includes(operation));
    expect(reports).toHaveLength(written.length);
    for (const { operation, verdict, reason, findings } of reports) {
      expect({ operation, reason, open: findings.filter(({ outcome }) => outcome !== 'holds') }).toMatchObject({
        open: [],
      });
      expect(['ok', 'skipped'], `${operation} ${reason}`).toContain(verdict);
    }
    expect(report.findings.map(findingText)).toEqual(['R2: the token is taken from Authorisation, as assumed']);
    const text = reportText(report) + JSON.stringify(report);
    expect(text).not.toMatch(/seller|demo-app|@/);
    expect(text).toContain('R16: ListingDefinition.Images: nested lists, as assumed');
  });

  it('calls endpoints that change nothing, and no others', async () => {
    await using upstream = await startUpstream();
    upstream.on('GET', '/v1/sections', { json: [{ SectionID: 1, SectionName: 'x', SecType: 'x' }] });
    upstream.on('GET', '/v1/user/watchedlistings', { json: { Items: [{ PKID: 7 }], TotalResults: 1 } });
    upstream.on('GET', '/v1/user/listings', { json: { Items: [{ PKID: 8 }], TotalResults: 1 } });
    const report = await probe(upstream.url);
    expect(report.endpoints.map(({ operation }) => operation).sort()).toEqual(
      [...safeNames.map(operationOf), operationOf('requestToken')].sort(),
    );
    const posts = new Set(upstream.requests.filter(({ method }) => method !== 'GET').map(({ path }) => path));
    expect([...posts].sort()).toEqual(['/v1/listings/validate', '/v1/token']);
    expect(upstream.count('GET /v1/listings/7')).toBe(1);
    expect(upstream.count('GET /v1/listings/definition/8')).toBe(2);
    expect(upstream.count('GET /v1/listings/definition/7')).toBe(0);
  });

  it('says what differs, and never a value', async () => {
    await using upstream = await startUpstream();
    upstream.on('GET', '/v1/user/details', { json: { UserID: CANARY, Name: { [CANARY]: CANARY }, Email: CANARY } });
    upstream.on('GET', '/v1/properties/fuel', { json: { data: [{ Id: 1, Item: CANARY }] } });
    upstream.on('GET', '/v1/properties/doors', { json: [{ Id: CANARY, Item: CANARY }] });
    upstream.on('GET', '/v1/user/account', { body: `<h1>${CANARY}</h1>` });
    upstream.on('GET', '/v1/user/sections', { status: 400, json: { Message: CANARY } });
    const report = await probe(upstream.url);
    expect(endpointOf(report, 'GET /v1/user/details')).toMatchObject({
      verdict: 'differs',
      texts: expect.arrayContaining(['UserDetailsResponse.UserID: string instead of int64']),
    });
    expect(endpointOf(report, 'GET /v1/properties/fuel')).toMatchObject({
      verdict: 'ok',
      texts: expect.arrayContaining(['R7: array of StringId, in the field data, which is provided for']),
    });
    expect(endpointOf(report, 'GET /v1/properties/doors').texts).toContain('StringId.Id: string instead of int64');
    expect(endpointOf(report, 'GET /v1/user/account')).toMatchObject({
      verdict: 'failed',
      reason: '200, unreadable body',
    });
    expect(endpointOf(report, 'GET /v1/user/sections')).toMatchObject({ verdict: 'failed', reason: '400' });
    expect(isCovered(report)).toBe(false);
    expect(reportText(report) + JSON.stringify(report)).not.toMatch(/canary|app-token|user-token/);
  });

  it('reports which endpoints take the token of an application (R41)', async () => {
    await using upstream = await startUpstream();
    const asUser =
      (json: unknown): Script =>
      ({ headers }) =>
        headers['authorisation'] === 'Bearer user-token' ? { json } : { status: 401 };
    upstream.on('GET', '/v1/sections', { json: [] });
    upstream.on('GET', '/v1/properties/fuel', asUser([]));
    upstream.on('GET', '/v1/user/premiumoptionscost', asUser({ Balance: 1, Cost: 1, ToPay: 1 }));
    upstream.on('GET', '/v1/user/account', { json: { AccountEntries: [], Balance: 1 } });
    const report = await probe(upstream.url);
    expect(endpointOf(report, 'GET /v1/properties/fuel')).toEqual({
      verdict: 'differs',
      reason: null,
      texts: ["R41: refuses an application's token"],
    });
    expect(endpointOf(report, 'GET /v1/user/premiumoptionscost').texts).toContain(
      "R41: refuses an application's token, as assumed",
    );
    expect(endpointOf(report, 'GET /v1/user/account')).toMatchObject({
      verdict: 'ok',
      texts: expect.arrayContaining([
        "R41: takes an application's token, but is asked for users alone, which is provided for",
      ]),
    });
  });

  it('skips what needs a user when there is none', async () => {
    await using upstream = await startUpstream();
    upstream.on('GET', '/v1/user/details', { status: 401 });
    const report = await probe(upstream.url, { user: null });
    expect(endpointOf(report, 'GET /v1/user/details')).toEqual({
      verdict: 'skipped',
      reason: "needs a user's token: give --username",
      texts: ["R41: refuses an application's token, as assumed"],
    });
    expect(endpointOf(report, 'GET /v1/listings/{id}')).toMatchObject({
      verdict: 'skipped',
      reason: 'no listing is known that the user owns or watches',
    });
    expect(endpointOf(report, 'GET /v1/user/invoice').verdict).toBe('skipped');
  });

  it('finds out that the token goes into the other header (R2), and goes on with it', async () => {
    await using upstream = await startUpstream();
    upstream.on('GET', '/v1/sections', ({ headers }) =>
      headers.authorization === undefined ? { status: 401 } : { json: [] },
    );
    const report = await probe(upstream.url);
    expect(report.findings.map(findingText)).toEqual([
      'R2: the token is taken from Authorization, not from Authorisation: set LISTINGS_AUTH_HEADER=Authorization',
    ]);
    expect(endpointOf(report, 'GET /v1/sections').verdict).toBe('ok');
    expect(isCovered(report)).toBe(false);
  });

  it('finds out that the token endpoint takes a form only (R3), and goes on with it', async () => {
    await using upstream = await startScriptedUpstream();
    upstream.on('POST', '/v1/token', ({ body }) =>
      body.includes('grant_type=') ? { json: { Access_token: 'a-token' } } : { json: { Error: 'invalid_request' } },
    );
    upstream.on('GET', '/v1/sections', { json: [] });
    const report = await probe(upstream.url);
    expect(endpointOf(report, 'POST /v1/token')).toMatchObject({
      verdict: 'differs',
      texts: expect.arrayContaining(['R3: parameters are taken from a form only: set LISTINGS_TOKEN_PARAMS=form']),
    });
    expect(endpointOf(report, 'GET /v1/sections').verdict).toBe('ok');
  });

  it('says which credentials are refused, and calls nothing without a token', async () => {
    await using upstream = await startScriptedUpstream();
    upstream.on('POST', '/v1/token', { status: 400, json: { Error: CANARY, Message: CANARY } });
    const report = await probe(upstream.url);
    expect(endpointOf(report, 'POST /v1/token')).toEqual({
      verdict: 'failed',
      reason: 'client credentials: refused, password: refused',
      texts: [],
    });
    expect(endpointOf(report, 'GET /v1/sections')).toMatchObject({ verdict: 'skipped', reason: 'there is no token' });
    expect(upstream.count()).toBe(upstream.count('POST /v1/token'));
    expect(JSON.stringify(report)).not.toContain(CANARY);
  });

  it('reads an invoice of an order that a receipt names (R33)', async () => {
    await using upstream = await startUpstream();
    const receipt = `https://example.com/receipt?OrderId=42&x=${CANARY}`;
    const entry = { Amount: 1, Balance: 1, Description: '', ReceiptUrl: receipt, TimeStamp: '2025-06-15T12:00:00Z' };
    upstream.on('GET', '/v1/user/account', { json: { AccountEntries: [entry], Balance: 1 } });
    upstream.on('GET', '/v1/user/invoice', { body: '%PDF-1.7\n', headers: { 'content-type': 'application/pdf' } });
    const report = await probe(upstream.url);
    expect(endpointOf(report, 'GET /v1/user/invoice')).toEqual({
      verdict: 'ok',
      reason: null,
      texts: ['R33: a PDF, as assumed'],
    });
    expect(upstream.requests.find(({ path }) => path === '/v1/user/invoice')?.rawQuery).toBe(
      'orderid=42&invoicetype=0',
    );
  });

  describe('from which number lists count (R23)', () => {
    const ids = [11, 12, 13];
    /** Lists the listings of a service that counts from a number, and does something with what lies before it. */
    const listFrom =
      (base: number, before: 'refused' | 'the first page'): Script =>
      ({ query }) => {
        const first = Number(query.get('first'));
        if (first < base && before === 'refused') return { status: 400 };
        const start = Math.max(first - base, 0);
        const entries = ids.slice(start, start + Number(query.get('count')));
        return {
          json: { Items: entries.map((PKID) => ({ PKID })), AccountEntries: entries.map((Amount) => ({ Amount })) },
        };
      };
    const textsOf = async (script: Script): Promise<readonly string[]> => {
      await using upstream = await startUpstream();
      upstream.on('GET', '/v1/user/sections', { json: { Sections: [1], SectionNames: ['x'], Expired: [0] } });
      for (const path of ['listings', 'watchedlistings', 'account']) upstream.on('GET', `/v1/user/${path}`, script);
      const report = await probe(upstream.url);
      return ['listings', 'watchedlistings', 'account'].flatMap((path) =>
        endpointOf(report, `GET /v1/user/${path}`).texts.filter((text) => text.startsWith('R23')),
      );
    };
    const wrong = 'entries are lost or shown twice';

    it.each(['refused', 'the first page'] as const)(
      'is reported for a service that counts from 1, where 0 is %s',
      async (before) => {
        expect(await textsOf(listFrom(1, before))).toEqual([
          'R23: first counts from 1, as assumed',
          'R23: first counts from 1, as assumed',
          `R23: first counts from 1, not from 0: ${wrong}`,
        ]);
      },
    );

    it('is reported for a service that counts from 0', async () => {
      expect(await textsOf(listFrom(0, 'refused'))).toEqual([
        `R23: first counts from 0, not from 1: ${wrong}`,
        `R23: first counts from 0, not from 1: ${wrong}`,
        'R23: first counts from 0, as assumed',
      ]);
    });

    it('is not reported for empty lists, and for responses that cannot be read', async () => {
      expect(await textsOf({ json: { Items: [], AccountEntries: [] } })).toEqual([]);
      expect(await textsOf({ json: { Items: 'x' } })).toEqual([]);
      expect(await textsOf({ status: 500 })).toEqual([]);
    });
  });

  it.each([
    [['a', 'b'], 'a', ['R17: ItemDetail.ImageUrls: the first is the main picture, as assumed']],
    [['a', 'b'], 'b', ['R17: ItemDetail.ImageUrls: the main picture is not always the first, which is provided for']],
    [
      ['a', 'b'],
      'c',
      ['R17: ItemDetail.ImageUrls: the main picture of the short form is not among them, which is provided for'],
    ],
    [['a'], 'a', []],
    [['a', 'b'], null, []],
  ])('compares the pictures %j of a listing with its main one, %j (R17)', async (ImageUrls, FullPhotoUrl, texts) => {
    await using upstream = await startUpstream();
    upstream.on('GET', '/v1/user/watchedlistings', { json: { Items: [{ PKID: 7 }], TotalResults: 1 } });
    upstream.on('GET', '/v1/listings/7', { json: { PKID: 7, ImageUrls } });
    upstream.on('GET', '/v1/listings/7/mini', { json: { UniqueID: 7, FullPhotoUrl } });
    const report = await probe(upstream.url);
    expect(endpointOf(report, 'GET /v1/listings/{id}').texts.filter((text) => text.startsWith('R17'))).toEqual(texts);
  });

  it.each([
    ['answers 404', { status: 404, body: '<h1>Not found</h1>' }],
    ['answers 404 with a message', { status: 404, json: { Message: 'There is nothing at this path.' } }],
    ['has a page for everything', { status: 200, body: '<h1>Welcome</h1>' }],
  ])('says what the address has to be where something else %s', async (_what, response) => {
    await using upstream = await startScriptedUpstream();
    upstream.on('POST', '/v1/token', response);
    const report = await probe(upstream.url);
    expect(endpointOf(report, 'POST /v1/token').reason).toContain(
      '--url, or LISTINGS_API_URL, must be the base address of the Listings Service, which ends just before /v1',
    );
  });

  it('makes four calls at once and no more, and fails those that are not over when it is ended', async () => {
    await using upstream = await startUpstream();
    upstream.on('GET', '/v1/sections', { json: [] });
    for (const name of safeNames.filter((each) => each !== 'listSections')) {
      upstream.on(endpoints[name].method, endpoints[name].path, { hang: 'before-headers' });
    }
    const end = new AbortController();
    const probing = probe(upstream.url, { signal: end.signal });
    // Three for tokens, two for their header, and the first four of the rest.
    await upstream.received(9);
    end.abort();
    const report = await probing;
    expect(upstream.count()).toBe(9);
    expect(endpointOf(report, 'GET /v1/properties')).toMatchObject({ verdict: 'failed', reason: 'the time was up' });
  });

  it('says why nothing responds', async () => {
    const report = await probe(new URL('http://127.0.0.1:1/api'));
    expect(endpointOf(report, 'POST /v1/token').reason).toContain('ECONNREFUSED');
    expect(isCovered(report)).toBe(false);
  });
});

describe('probeService, of lists that come in pages (R24, R25)', () => {
  interface Pages {
    readonly length: number;
    readonly cap: number;
    readonly total?: (came: number) => number;
  }

  const lists = [
    { path: '/v1/user/account', base: 0, records: 'AccountEntries' },
    { path: '/v1/user/watchedlistings', base: 1, records: 'Items' },
    { path: '/v1/user/listings', base: 1, records: 'Items' },
  ] as const;

  const scriptPages = (upstream: ScriptedUpstream, { length, cap, total }: Pages): void => {
    upstream.on('GET', '/v1/user/sections', { json: { Sections: [1], SectionNames: ['x'], Expired: [0] } });
    for (const { path, base, records } of lists) {
      upstream.on('GET', path, ({ query }) => {
        const offset = Number(query.get('first')) - base;
        const came = Math.max(0, Math.min(length - offset, cap, Number(query.get('count'))));
        const rows = Array.from({ length: came }, (_, at) => ({ PKID: offset + at + 1, Amount: offset + at + 1 }));
        return { json: { [records]: rows, ...(total === undefined ? {} : { TotalResults: total(came) }) } };
      });
    }
  };

  const pageTexts = (report: ProbeReport, path: string): readonly string[] =>
    endpointOf(report, `GET ${path}`).texts.filter((text) => /^R2[45]: /.test(text));

  it.each(
    sampled(
      [
        [{ length: 45, cap: 20 }, ['R24: pages are capped at 20, which is provided for']],
        [{ length: 101, cap: 99 }, ['R24: pages are capped at 99, which is provided for']],
        [{ length: 182, cap: 100 }, ['R24: pages of 100 records, as assumed']],
        [{ length: 100, cap: 1000 }, ['R24: pages of 100 records, as assumed']],
        [{ length: 20, cap: 20 }, []],
        [{ length: 0, cap: 20 }, []],
      ],
      3,
    ),
  )('of every list finds the cap, though no total is given: %j', async (pages, texts) => {
    await using upstream = await startUpstream();
    scriptPages(upstream, pages);
    const report = await probe(upstream.url);
    for (const { path, base } of lists) {
      expect(pageTexts(report, path).filter((text) => !text.includes('TotalResults'))).toEqual(texts);
      const asked = upstream.requests.filter(
        ({ headers, query, ...request }) =>
          request.path === path && headers['authorisation'] === 'Bearer user-token' && query.get('count') === '100',
      );
      expect(asked.map(({ query }) => Number(query.get('first')) - base)).toEqual([
        0,
        ...(pages.length === 0 ? [] : [Math.min(pages.length, pages.cap, 100)]),
      ]);
    }
  });

  it.each([
    [{ length: 45, cap: 20, total: () => 45 }, ['R24: pages are capped at 20, which is provided for']],
    [{ length: 45, cap: 200, total: () => 45 }, []],
    [
      { length: 45, cap: 20, total: (came: number) => came },
      [
        'R25: TotalResults is what the first page has, though records follow: a list seems to end there',
        'R24: pages are capped at 20, which is provided for',
      ],
    ],
    [{ length: 45, cap: 200, total: () => 3 }, ['R25: TotalResults is less than a page has, which is provided for']],
    [{ length: 45, cap: 200, total: () => 99 }, ['R25: TotalResults is more than there is, which is provided for']],
  ])('says what a total is worth, case %#', async (pages, texts) => {
    await using upstream = await startUpstream();
    scriptPages(upstream, pages);
    const report = await probe(upstream.url);
    const shown = pageTexts(report, '/v1/user/watchedlistings');
    expect(shown).toEqual(['R25: TotalResults is there, as assumed', ...texts]);
  });

  it('says that "first" is not heeded', async () => {
    await using upstream = await startUpstream();
    upstream.on('GET', '/v1/user/watchedlistings', { json: { Items: [{ PKID: 7 }], TotalResults: 1 } });
    const report = await probe(upstream.url);
    expect(endpointOf(report, 'GET /v1/user/watchedlistings')).toMatchObject({
      verdict: 'differs',
      texts: expect.arrayContaining(['R23: the next page begins with the same record: "first" is not heeded']),
    });
  });

  it.each([
    { status: 400, text: 'R24: what follows a page cannot be read: 400' },
    { status: 404, text: 'R24: the page after the last one fails with 404, which is provided for' },
  ])('says that a list responds with $status behind its end', async ({ status, text }) => {
    await using upstream = await startUpstream();
    upstream.on('GET', '/v1/user/account', ({ query }) =>
      query.get('first') === '0' ? { json: { AccountEntries: [{ Amount: 1 }], Balance: 1 } } : { status },
    );
    const report = await probe(upstream.url);
    expect(pageTexts(report, '/v1/user/account')).toContainEqual(text);
  });
});

describe('reportText', () => {
  it('has a line for each endpoint, what was found beneath it, the worst first, and the sum', () => {
    const text = reportText({
      findings: [{ ruling: 'R2', outcome: 'holds', path: null, text: 'in Authorisation' }],
      endpoints: [
        {
          operation: 'GET /v1/a',
          verdict: 'differs',
          reason: null,
          findings: [
            { ruling: 'R16', outcome: 'holds', path: 'A.Images', text: 'nested lists' },
            { ruling: null, outcome: 'open', path: 'A.B', text: 'missing' },
          ],
        },
        { operation: 'GET /v1/b', verdict: 'failed', reason: '404', findings: [] },
      ],
    });
    expect(text.split('\n')).toEqual([
      'R2: in Authorisation, as assumed',
      '',
      'differs  GET /v1/a',
      '           A.B: missing',
      '           R16: A.Images: nested lists, as assumed',
      'failed   GET /v1/b (404)',
      '',
      '2 endpoints: 0 ok, 1 differs, 1 failed, 0 skipped',
      'Assumptions (R…) and their reasons: docs/assumptions.md.',
      expect.stringMatching(/^A probe changes nothing, so it cannot check R6, .*R38, .*: see there what does\.$/),
    ]);
  });
});
