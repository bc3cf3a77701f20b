/** What is measured: the operations, each with the kind of caller that sends it. */

/** A caller of the fixed service: what it watches depends on who asks. */
export type Caller = 'reader' | 'repeater' | `lister-${number}`;

/** An operation that is measured. */
export interface Workload {
  readonly name: string;
  /** What it is, for a table. */
  readonly title: string;
  readonly caller: Caller;
  /** The body of the request: its operation name is the name of the workload. */
  readonly body: string;
}

/** The listing that W2 reads. */
export const LISTING_ID = 1001;

/** How many listings the page of W3 has: with the page itself 50 calls, the most that one operation may cause. */
export const WATCHED_PAGE = 49;

const requestOf = (operationName: string, query: string, variables: Readonly<Record<string, unknown>> = {}): string =>
  JSON.stringify({ operationName, query, variables });

const watchList = (name: string): string =>
  requestOf(
    name,
    `query ${name}($first: Int!) {
  viewer {
    watchedListings(first: $first) {
      totalCount
      nodes { id title price { formatted } thumbnailUrl isWanted listedAt condition viewCount url seller { name } }
    }
  }
}`,
    { first: WATCHED_PAGE },
  );

/** Every workload by name. */
export const workloads = {
  W1S: {
    name: 'W1S',
    title: 'one small lookup list, cached',
    caller: 'reader',
    body: requestOf('W1S', 'query W1S { lookups { fuels { key label } } }'),
  },
  W1L: {
    name: 'W1L',
    title: '2,000 vehicle models, cached',
    caller: 'reader',
    body: requestOf('W1L', 'query W1L { lookups { vehicleModels { id key label } } }'),
  },
  W2: {
    name: 'W2',
    title: 'a listing by id: 20 fields, three labels of cached lookups',
    caller: 'reader',
    body: requestOf(
      'W2',
      `query W2($id: ID!) {
  listing(id: $id) {
    id databaseId title description price { formatted } priceSuffix condition kind isWanted listedAt viewCount url
    photos { index url }
    seller { name kind telephone }
    vehicle {
      registrationYear mileage engineSize
      fuel { label } transmission { label } doors { label }
    }
  }
}`,
      { id: `Listing:${LISTING_ID}` },
    ),
  },
  W3: {
    name: 'W3',
    title: `${WATCHED_PAGE} watched listings, each with its detail: 50 calls`,
    caller: 'reader',
    body: watchList('W3'),
  },
  W3D: {
    name: 'W3D',
    title: 'the same with 10 distinct ids: 11 calls',
    caller: 'repeater',
    body: watchList('W3D'),
  },
  W4: {
    name: 'W4',
    title: 'home screen: viewer, sections, three lookup lists',
    caller: 'reader',
    body: requestOf(
      'W4',
      `query W4 {
  viewer { id username name email telephone profileImageUrl accountType balance { formatted } }
  sections { id key label type }
  lookups { fuels { key label } doors { key label } transmissions { key label } }
}`,
    ),
  },
  W5: { name: 'W5', title: '`{ __typename }`', caller: 'reader', body: requestOf('W5', 'query W5 { __typename }') },
} as const satisfies Readonly<Record<string, Workload>>;

/** Name of a workload. */
export type WorkloadName = keyof typeof workloads;

/** Returns whether a text names a workload. */
export const isWorkloadName = (name: string): name is WorkloadName => Object.hasOwn(workloads, name);

/** Names in the order of the tables. */
export const workloadNames: readonly WorkloadName[] = Object.keys(workloads).filter(isWorkloadName);

/** How many callers there are. */
export const TOKENS = 1000;

/** The token of a caller: each has a number, counted from 0. */
export const tokenOf = (caller: Caller, number: number): string => `${caller}.${number}`;
