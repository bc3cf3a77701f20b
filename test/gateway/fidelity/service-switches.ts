/** Ways in which a service may be other than the embedded one, where the specification leaves it open. */
import type { EndpointName } from '../../../src/contract/endpoints.ts';
import {
  respondingWith,
  type Detour,
  jsonResponse,
  type PassingRequest,
  type PassingResponse,
} from '../../support/detour.ts';

/** Something that a service cannot state. */
interface Loss {
  /** Its path in what operations informed, e.g. `.the screen home.informed.sections.0.categories`. */
  readonly at: RegExp;
  /** What stands there instead, as JSON; null unless given. */
  readonly becomes?: RegExp;
}

/** A way in which a service is other. */
export interface ServiceSwitch {
  readonly name: string;
  readonly detour: Detour;
  /** What such a service cannot state, and what is informed instead; nothing else may differ. */
  readonly takesAway?: readonly Loss[];
}

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const pagedEndpoints: readonly EndpointName[] = ['listUserListings', 'listWatchedListings', 'listAccountEntries'];

const withQuery = (request: PassingRequest, change: (query: URLSearchParams) => void): PassingRequest => {
  const query = new URLSearchParams(request.query);
  change(query);
  return { ...request, query };
};

/** Responds with pages of its own choice. */
const pagesOf =
  (countOf: (asked: number) => number): Detour =>
  (request, forward) =>
    forward(
      pagedEndpoints.includes(request.endpoint)
        ? withQuery(request, (query) => query.set('count', String(countOf(Number(query.get('count') ?? 20)))))
        : request,
    );

/** Does one thing to the request, and the other to what comes of that. */
const both =
  (outer: Detour, inner: Detour): Detour =>
  (request, forward) =>
    outer(request, (passed) => inner(passed, forward));

const results = (change: (fields: Fields) => unknown): Detour =>
  respondingWith((json) => (isObject(json) && 'Items' in json && 'TotalResults' in json ? change(json) : json));

const withoutTotals = results(({ TotalResults: _total, Results: _results, ...rest }) => rest);

const capAt = (cap: number): Detour => pagesOf((asked) => Math.min(asked, cap));

/** Switches of the service's paging. */
export const pagingSwitches: readonly ServiceSwitch[] = [
  { name: 'fills pages of 20 at most', detour: capAt(20) },
  { name: 'fills pages of 3 at most', detour: capAt(3) },
  { name: 'gives no totals', detour: withoutTotals },
  { name: 'fills pages of 20 at most, and gives no totals', detour: both(withoutTotals, capAt(20)) },
  { name: 'fills pages of 7 at most, and gives no totals', detour: both(withoutTotals, capAt(7)) },
  { name: 'fills pages of 1, and gives no totals', detour: both(withoutTotals, capAt(1)) },
  {
    name: 'gives bare lists',
    detour: both(
      results(({ Items }) => Items),
      capAt(20),
    ),
  },
  {
    name: 'gives totals as text, and fills pages of 7 at most',
    detour: both(
      results((fields) => ({ ...fields, TotalResults: String(fields['TotalResults']) })),
      capAt(7),
    ),
  },
  {
    name: 'gives totals that are too large, and fills pages of 20 at most',
    detour: both(
      results((fields) => ({ ...fields, TotalResults: Number(fields['TotalResults']) + 9 })),
      capAt(20),
    ),
  },
  {
    name: 'gives a total of 0, as a field that is not set',
    detour: both(
      results((fields) => ({ ...fields, TotalResults: 0, Results: 0 })),
      capAt(20),
    ),
  },
  {
    name: 'gives a total of -1, and fills pages of 7 at most',
    detour: both(
      results((fields) => ({ ...fields, TotalResults: -1 })),
      capAt(7),
    ),
  },
  { name: 'gives no more and no less than 20 at once', detour: pagesOf(() => 20) },
];

const lacking =
  (endpoints: readonly EndpointName[], response: PassingResponse): Detour =>
  async (request, forward) =>
    endpoints.includes(request.endpoint) ? response : forward(request);

const missing = jsonResponse({ Message: 'No HTTP resource was found that matches the request.' }, 404);
const down = jsonResponse({ Message: 'Not now.' }, 503);

/** The label of an entry that no list has is its key (ruling R15). */
const KEY = /^"\d+"$/;

const regions: Loss = { at: /\.localities\.\d+\.region$/ };

/** Switches of what the service has at all. */
export const readingSwitches: readonly ServiceSwitch[] = [
  {
    name: 'has no aggregate of lookup lists',
    detour: lacking(['getProperties'], missing),
    // The list of models does not state their makes, nor that of localities their regions.
    takesAway: [regions, { at: /\.vehicleMakes\.\d+\.models$/, becomes: /^null$/ }],
  },
  {
    name: 'fails to aggregate lookup lists',
    detour: lacking(['getProperties'], down),
    takesAway: [
      regions,
      { at: /\.vehicleMakes\.\d+\.models$/ },
      { at: /\.errors\.\d+$/, becomes: /\.(?:models|region)","code":"UPSTREAM_UNAVAILABLE"/ },
    ],
  },
  {
    name: 'has no list of all categories',
    detour: lacking(['listCategories'], missing),
    takesAway: [{ at: /\.category\.label$/, becomes: KEY }],
  },
  {
    name: 'has no list of sections',
    detour: lacking(['listSections'], missing),
    takesAway: [{ at: /\.section\.label$/, becomes: KEY }, { at: /\.the screen home\.told\.sections$/ }],
  },
  {
    name: 'fails to tell limits for photos',
    detour: lacking(['getPhotoSpecs'], down),
    takesAway: [{ at: /photoSpecs$/ }, { at: /\.errors\.\d+$/, becomes: /photoSpecs","code":"UPSTREAM_UNAVAILABLE"/ }],
  },
  { name: 'has no limits for photos', detour: lacking(['getPhotoSpecs'], missing), takesAway: [{ at: /photoSpecs$/ }] },
  {
    name: 'gives applications no tokens',
    detour: async (request, forward) =>
      request.headers['grant_type'] === 'client_credentials'
        ? jsonResponse({ Error: 'invalid_client' }, 401)
        : forward(request),
  },
  {
    name: 'counts nothing',
    detour: results(({ Items }) => ({ Items })),
    takesAway: [
      { at: /\.(?:totalCount|categoryCounts|mainCategory|mainSection|mainSectionType|lastResultDatabaseId)$/ },
    ],
  },
];
