/** A part of the service that hangs, or responds after seconds, keeps nobody waiting who does not need it. */
import { setTimeout as pause } from 'node:timers/promises';
import type { EndpointName } from '../../../src/contract/endpoints.ts';
import { groupOfEndpoint, type RouteGroup, routeGroups } from '../../../src/rest/call/route-group.ts';
import type { GatewaySettings } from '../../support/running-gateway.ts';
import { probes } from '../endpoint-probes.ts';
import { type Asked, createHttpClient, type HttpClient } from '../http-client.ts';
import { type Oracle, codesIn, createOracle } from '../oracle.ts';
import { figure, type RunGroup } from '../outcome.ts';
import { type ServiceRequest, sendGood } from '../service.ts';
import { type LoadedGateway, loadGateway, SystemClock } from './loaded-gateway.ts';

/** Something that users do. */
interface Deed {
  readonly name: string;
  readonly ask: (key: string) => Asked;
}

const fromProbe = (name: string, endpoint: EndpointName): Deed => {
  const [probe] = probes[endpoint];
  if (probe === undefined) throw new Error(`Nothing calls ${endpoint}.`);
  return { name, ask: probe.ask };
};

/** One of six calls, with the headers of a probe. */
const sixTimes = (name: string, field: (key: number) => string, around: (fields: string) => string): Deed => ({
  name,
  ask: (key) => {
    const fields = [1, 2, 3, 4, 5, 6].map((at) => `f${at}: ${field(Number(key) + at)}`);
    return {
      ...fromProbe(name, 'getUserDetails').ask(key),
      body: JSON.stringify({ query: `{ ${around(fields.join(' '))} }` }),
    };
  },
});

/** Reads and changes of every group; a cached list needs none. */
const deeds: readonly Deed[] = [
  fromProbe('a cached list', 'listFuels'),
  fromProbe('cached sections', 'listSections'),
  {
    name: 'a cold list',
    ask: (key) => ({
      ...fromProbe('a cold list', 'listLocalities').ask(key),
      body: JSON.stringify({ query: `{ lookups { localities(countryId: ${key}) { key } } }` }),
    }),
  },
  fromProbe('a cold list of a section', 'listSectionCategories'),
  fromProbe('a sign-in', 'requestToken'),
  fromProbe('a listing', 'getListing'),
  sixTimes(
    'six listings',
    (id) => `listing(id: ${id}) { viewCount }`,
    (fields) => fields,
  ),
  fromProbe('a new listing', 'saveListing'),
  fromProbe('a photo', 'uploadPhoto'),
  fromProbe('a rotated photo', 'rotatePhoto'),
  fromProbe('premium options', 'getPremiumOptions'),
  fromProbe('watched listings', 'listWatchedListings'),
  sixTimes(
    'six watched listings',
    (id) => `watchedListing(id: ${id}) { title }`,
    (fields) => `viewer { ${fields} }`,
  ),
  fromProbe('watching a listing', 'watchListing'),
  fromProbe('an invoice', 'getInvoice'),
  fromProbe('the viewer', 'getUserDetails'),
];

/** What users who need the group that hangs do all at once. */
const floods: Readonly<Record<RouteGroup, readonly string[]>> = {
  tokens: ['a sign-in'],
  listings: ['a listing', 'six listings'],
  photos: ['a rotated photo', 'a photo'],
  'premium-options': ['premium options'],
  watching: ['watched listings', 'six watched listings'],
  lookups: ['a cold list'],
  sections: ['a cold list of a section'],
  documents: ['an invoice'],
  user: ['the viewer'],
};

const deedOf = (name: string): Deed => {
  const deed = deeds.find((one) => one.name === name);
  if (deed === undefined) throw new Error(`Nobody does ${name}.`);
  return deed;
};

const hang = (): void => {};

/** A service of which one part does something else than to respond. */
const createService = () => {
  const underWay = new Set<ServiceRequest['request']>();
  let seen = new Set<RouteGroup>();
  let slow: { readonly group: RouteGroup; readonly respond: (request: ServiceRequest) => void } | null = null;
  return {
    slowDown: (group: RouteGroup, respond: (request: ServiceRequest) => void): void => {
      slow = { group, respond };
    },
    /** Returns the groups that were called since the last time. */
    takeSeen: (): ReadonlySet<RouteGroup> => {
      const groups = seen;
      seen = new Set();
      return groups;
    },
    respond: (request: ServiceRequest): boolean => {
      const group = groupOfEndpoint(request.endpoint);
      seen.add(group);
      if (group !== slow?.group) return false;
      underWay.add(request.request);
      slow.respond(request);
      return true;
    },
    /** Breaks off what is under way, and responds from now on. */
    recover: (): void => {
      slow = null;
      for (const { socket } of underWay) socket.destroy();
    },
  };
};

/** Does everything twice while all is well. Returns what needs each group at the second time. */
const learn = async (
  oracle: Oracle,
  { client }: LoadedGateway,
  service: ReturnType<typeof createService>,
): Promise<(deed: Deed, group: RouteGroup) => boolean> => {
  const needs = new Map<Deed, ReadonlySet<RouteGroup>>();
  for (const [at, deed] of deeds.entries()) {
    for (const round of [1, 2]) {
      service.takeSeen();
      const reply = await client.send(deed.ask(String(1_000_000 + round * 10_000 + at * 10)));
      if (codesIn(reply).length > 0) oracle.fail(`${deed.name} fails though all is well: ${reply.text.slice(0, 300)}`);
      needs.set(deed, service.takeSeen());
    }
  }
  return (deed, group) => needs.get(deed)?.has(group) ?? false;
};

/** Numbers that nobody has asked for before, so that nothing is cached. */
const createKeys = (): (() => string) => {
  let last = 2_000_000;
  return () => String((last += 10));
};

const hasFailed = async (client: HttpClient, deed: Deed, key: string): Promise<string | null> => {
  const reply = await client.send(deed.ask(key)).catch((error: unknown) => String(error));
  if (typeof reply === 'string') return reply;
  return codesIn(reply).length === 0 ? null : `${reply.status} ${reply.text.slice(0, 300)}`;
};

const settings: GatewaySettings = {
  operationLog: 'off',
  transport: { maxWaitMs: 1_000 },
};

/** Clients that ask and wait, however long it takes. Disposing of it closes their connections. */
const createFlood = (url: URL) => {
  const client = createHttpClient(url, 2_000);
  let users = 0;
  return {
    /** Sends a request of another user each time: one alone gets half of the places. */
    send: ({ headers, ...asked }: Asked): void => {
      users += 1;
      client
        .send({ ...asked, headers: { ...headers, authorization: `${headers?.['authorization']}-${users}` } })
        .catch(() => {});
    },
    [Symbol.dispose]: () => client[Symbol.dispose](),
  };
};

/** Many times what a part that hangs can take, and no more than one process can check: each operation is a document of its own. */
const SLOW_PER_SECOND = 100;
const OTHERS_PER_SECOND = 5;
const WELL_MS = 1_000;
const LEAST_PERCENT = 98;
const TICK_MS = 10;

const slownesses: Readonly<Record<string, (request: ServiceRequest) => void>> = {
  'hang for ever': hang,
  'respond after 4 s': ({ response, good }) => setTimeout(() => sendGood(response, good, good.bytes), 4_000),
};

/** Has a part become slow under load, with the time-outs of production. Returns the worst share that was answered, in percent. */
const runSlow = async (oracle: Oracle, slow: RouteGroup, how: string, seconds: number): Promise<number> => {
  const service = createService();
  const options = { settings, respond: service.respond, clock: new SystemClock(), maxSockets: 2_000 };
  const done = new Map<Deed, { asked: number; answered: number; failure: string }>();
  await loadGateway(oracle, `${slow} ${how}`, options, async (loaded) => {
    const { client, gateway } = loaded;
    const nextKey = createKeys();
    const doesNeed = await learn(oracle, loaded, service);
    const others = deeds.filter((deed) => !doesNeed(deed, slow));
    for (const deed of others) done.set(deed, { asked: 0, answered: 0, failure: '' });
    using flood = createFlood(gateway.url);
    const names = floods[slow];
    const pending = new Set<Promise<void>>();
    const start = performance.now();
    let isSlow = false;
    let flooded = 0;
    let rounds = 0;
    for (let ms = 0; ms < WELL_MS + seconds * 1_000; ms = performance.now() - start) {
      if (ms >= WELL_MS && !isSlow) {
        isSlow = true;
        service.slowDown(slow, slownesses[how] ?? hang);
      }
      for (; flooded < (ms / 1_000) * SLOW_PER_SECOND; flooded += 1) {
        flood.send(deedOf(names[flooded % names.length] ?? '').ask(nextKey()));
      }
      for (; rounds < (ms / 1_000) * OTHERS_PER_SECOND; rounds += 1) {
        for (const [deed, result] of done) {
          const one = hasFailed(client, deed, nextKey()).then((failure) => {
            result.asked += 1;
            if (failure === null) result.answered += 1;
            else result.failure = failure;
            pending.delete(one);
          });
          pending.add(one);
        }
      }
      await pause(TICK_MS);
    }
    await Promise.all(pending);
    service.recover();
  });
  let worst = 100;
  for (const [deed, { asked, answered, failure }] of done) {
    oracle.count(asked);
    const percent = (answered / asked) * 100;
    worst = Math.min(worst, percent);
    if (percent < LEAST_PERCENT)
      oracle.fail(`${deed.name} while ${slow} ${how}: ${figure(percent)} % answered, e.g. not: ${failure}`);
  }
  return worst;
};

/** Has every part become slow under load in every way, for `amount` seconds each. */
export const runSlowGroups: RunGroup = async (amount) => {
  using oracle = createOracle();
  let worst = 100;
  for (const how of Object.keys(slownesses)) {
    for (const group of routeGroups) worst = Math.min(worst, await runSlow(oracle, group, how, amount));
  }
  return oracle.outcome('slow parts of the service', null, [
    `${figure(routeGroups.length)} parts, slow in ${Object.keys(slownesses).length} ways: at least ${worst.toFixed(1)} % of everything else answered`,
  ]);
};
