import { beforeAll, describe, expect, it } from 'vitest';
import { Database, migrate } from '../../src/embedded/database/database.ts';
import { DEMO_PASSWORD } from '../../src/embedded/demo/demo-access.ts';
import { liveApplication } from '../support/accounts.ts';
import { isFullRun } from '../support/effort.ts';
import { findFreePort } from '../support/network/free-port.ts';
import { type Run, buildProgram, startProgram } from '../support/program/program.ts';
import { demoListings } from './demo-listings.ts';
import { fieldsOf, rowsOf, startService, temporaryDataFile } from './running-service.ts';
import { photosOf, smallPhoto } from './test-photos.ts';

beforeAll(buildProgram, 60_000);

const listingIds = demoListings
  .filter(({ state, owner }) => state === 'active' && owner !== 'newcomer')
  .map(({ id }) => id);
const ownListing = demoListings.find(({ state, owner }) => state === 'active' && owner === 'seller')?.id ?? 0;

const startOn = async (data: string): Promise<Run> =>
  startProgram([], { PORT: '0', EMBEDDED_PORT: String(await findFreePort()), EMBEDDED_DATA: data });

/** Calls the service in a process of its own. */
const clientOf = async (run: Run, username: string) => {
  const { baseUrl } = await run.line('listings service ready');
  const send = async (method: string, path: string, headers: Record<string, string>, body?: string | FormData) => {
    const response = await fetch(`${String(baseUrl)}${path}`, { method, headers, ...(body ? { body } : {}) });
    const text = await response.text();
    return { status: response.status, body: text === '' ? {} : fieldsOf(JSON.parse(text)) };
  };
  const signedIn = await send('POST', '/v1/token', {
    grant_type: 'password',
    client_id: liveApplication.clientId,
    client_secret: liveApplication.clientSecret,
    username,
    password: DEMO_PASSWORD,
  });
  const headers = { Authorisation: `Bearer ${String(signedIn.body['Access_token'])}` };
  return {
    get: (path: string) => send('GET', path, headers),
    post: (path: string) => send('POST', path, headers),
    buy: () =>
      send(
        'POST',
        `/v1/listings/${ownListing}/premiumoptions`,
        { ...headers, 'Content-Type': 'application/json' },
        '{"Options":[1]}',
      ),
    upload: async () => {
      const form = new FormData();
      form.append('file', new Blob([await smallPhoto()]), 'photo.jpg');
      return send('POST', `/v1/listings/${ownListing}/photos`, headers, form);
    },
  };
};

const integrityOf = (path: string): string => {
  using database = new Database(path);
  return database.get('PRAGMA integrity_check', [], (row) => row.text('integrity_check'));
};

describe('data in a file', () => {
  it.runIf(isFullRun)(
    'keeps every write that was answered when the process is killed in the middle of others',
    async () => {
      await using file = await temporaryDataFile();
      const watched: number[] = [];
      let photoUrl: string;
      {
        await using run = await startOn(file.path);
        const seller = await clientOf(run, 'seller');
        expect((await seller.buy()).status).toBe(200);
        const { body } = await seller.upload();
        photoUrl = new URL(String(body['largeimageurl'])).pathname;
        const newcomer = await clientOf(run, 'newcomer');
        const watchAll = async (): Promise<void> => {
          for (const id of listingIds) {
            await newcomer.post(`/v1/listings/${id}/watch`);
            watched.push(id);
            if (watched.length === 20) run.kill('SIGKILL');
          }
        };
        await expect(watchAll()).rejects.toThrow('fetch failed');
        expect((await run.ended).signal).toBe('SIGKILL');
      }
      expect(watched.length).toBeGreaterThanOrEqual(20);
      expect(integrityOf(file.path)).toBe('ok');
      await using service = await startService({ data: file.path, clock: () => new Date() });
      const token = await service.signIn('newcomer');
      const { body } = await service.call('/v1/user/watchedlistings?count=100', { token });
      expect(rowsOf(fieldsOf(body)['Items']).map(({ PKID }) => PKID)).toEqual(expect.arrayContaining(watched));
      const seller = await service.signIn('seller');
      const account = fieldsOf((await service.call('/v1/user/account?count=1', { token: seller })).body);
      expect(rowsOf(account['AccountEntries'])[0]).toMatchObject({ Amount: -5, Balance: account['Balance'] });
      const photos = photosOf(service, ownListing, seller);
      const paths = (await photos.urls()).map((url) => new URL(String(url)).pathname);
      expect(paths.at(-1)).toBe(photoUrl);
      expect((await service.fetch(photoUrl)).status).toBe(200);
    },
    30_000,
  );

  it.runIf(isFullRun)(
    'is shared by two processes that start and write at the same time',
    async () => {
      await using file = await temporaryDataFile();
      await using one = await startOn(file.path);
      await using other = await startOn(file.path);
      const clients = await Promise.all([clientOf(one, 'seller'), clientOf(other, 'seller')]);
      const watchers = await Promise.all([clientOf(one, 'newcomer'), clientOf(other, 'newcomer')]);
      const before = Number((await clients[0].get('/v1/user/account')).body['Balance']);
      const ids = listingIds.slice(0, 40);
      const watch = (client: (typeof clients)[number], parity: number) =>
        Promise.all(ids.filter((_, at) => at % 2 === parity).map((id) => client.post(`/v1/listings/${id}/watch`)));
      const responses = await Promise.all([
        ...watchers.map(watch),
        ...clients.map((client) => Promise.all([client.buy(), client.buy(), client.buy(), client.upload()])),
      ]);
      const statuses = responses.flat().map(({ status }) => status);
      expect(statuses).toEqual(statuses.map(() => 200));
      for (const watcher of watchers) {
        const { body } = await watcher.get('/v1/user/watchedlistings?count=100');
        const seen = rowsOf(body['Items']).map(({ PKID }) => Number(PKID));
        expect(seen.toSorted((low, high) => low - high)).toEqual(ids.toSorted((low, high) => low - high));
      }
      for (const client of clients) {
        expect((await client.get('/v1/user/account')).body['Balance']).toBeCloseTo(before - 30, 2);
      }
      expect(integrityOf(file.path)).toBe('ok');
      using database = new Database(file.path);
      const count = (table: string) =>
        database.get(`SELECT count(*) AS count FROM ${table}`, [], (row) => row.integer('count'));
      expect([count('applications'), count('sections')]).toEqual([2, 4]);
    },
    30_000,
  );

  it('is migrated once, by whoever opens it first', async () => {
    await using file = await temporaryDataFile();
    using first = new Database(file.path);
    using second = new Database(file.path);
    const version = (database: Database) =>
      database.get('PRAGMA user_version', [], (row) => row.integer('user_version'));
    migrate(first);
    first.script("INSERT INTO sections (id, type, name, position) VALUES (1, 'Kept', 'Kept', 0)");
    migrate(second);
    expect(version(second)).toBe(version(first));
    expect(second.list('SELECT name FROM sections', [], (row) => row.text('name'))).toEqual(['Kept']);
  });
});
