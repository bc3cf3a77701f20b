/** Ways in which a service may be other than the embedded one, where the specification leaves it open. */
import type { EndpointName } from '../../../src/contract/endpoints.ts';
import { respondingWith, type Detour, jsonResponse, type PassingResponse } from '../../support/detour.ts';

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

const results = (change: (fields: Fields) => unknown): Detour =>
  respondingWith((json) => (isObject(json) && 'Items' in json && 'TotalResults' in json ? change(json) : json));

const lacking =
  (endpoints: readonly EndpointName[], response: PassingResponse): Detour =>
  async (request, forward) =>
    endpoints.includes(request.endpoint) ? response : forward(request);

const missing = jsonResponse({ Message: 'No HTTP resource was found that matches the request.' }, 404);
const down = jsonResponse({ Message: 'Not now.' }, 503);

/** The label of an entry that no list has is its key (assumption R15). */
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
