/** Documents whose calls take long to count: many objects, each with many fields, by many names. */
import { type AttackDocument, times } from '../attack-documents.ts';

const ALIASES = 20;
/** As many as cost just what they may. */
const IDS = 45;

/** Everything of a listing that its detail has, and what leads on from there. */
const listing = `id databaseId title url description imageUrl thumbnailUrl viewCount isHighlighted isWanted kind condition priceSuffix
  listedAt listedAtText viewerIsWatching price { amount formatted } seller { name telephone kind } photos { url }
  attributes { name label text value } section { key label type } category { label section { label } }
  related(first: 1) { title url section { label } related(first: 1) { title seller { name } } }`;

const expensiveListing = `${listing} definition { title listing { url } } preview { title listing { title } } premiumOptions { option }
  viewerInfo { isWatching } photoSpecs { maxCount } vehicle { fuel { label } } locality { label region { label } }`;

/** What is selected of objects of a type. */
const selections: readonly (readonly [type: string, what: string, selection: string])[] = [
  ['Listing', 'the detail', listing],
  [
    'Listing',
    'nothing beside its detail',
    'title url seller { name } photos { url } section { key } related(first: 1) { title section { key } }',
  ],
  ['Listing', 'everything', expensiveListing],
  [
    'Listing',
    'views of views',
    'definition { listing { preview { listing { definition { listing { title url } } } } } }',
  ],
  ['Listing', 'similar ones', 'related { related { related { related { related { title url } } } } }'],
  ['Category', 'its section', 'label section { label type categories { label section { key categories { label } } } }'],
  ['Category', 'its name', 'label key id'],
  ['Section', 'its categories', 'label categories { label section { categories { section { label } } } }'],
  ['Region', 'its localities', 'label localities { label region { label localities { region { label } } } }'],
  ['Locality', 'its region', 'label region { label localities { label region { localities { label } } } }'],
  ['VehicleMake', 'its models', 'key models { key make { key models { key } } }'],
  ['VehicleModel', 'its make', 'key make { key models { make { key } } }'],
  ['LookupValue', 'its name', 'key label'],
  [
    'User',
    'its listings',
    'watchedListings(first: 100) { nodes { title url related { url } } } sections { listings { nodes { url } } }',
  ],
];

type Ids = (alias: number, at: number) => string;

/** How the ids of the objects differ. */
const forms: Readonly<Record<string, Ids>> = {
  'the same': () => '7',
  'the same in each list': (_alias, at) => String(at + 1),
  'all different': (alias, at) => String(alias * IDS + at + 1),
};

const nodesOf = (
  type: string,
  selection: string,
  ids: Ids,
  isShared: boolean,
  aliases: number,
): Omit<AttackDocument, 'what'> => {
  const own = isShared ? '...Own' : `... on ${type} { ${selection} }`;
  const lists = times(aliases, (alias) => `a${alias}: nodes(ids: $v${alias}) { ${own} }`);
  const fragment = isShared ? `fragment Own on ${type} { ${selection} }` : '';
  return {
    query: `query (${times(aliases, (alias) => `$v${alias}: [ID!]!`)}) { ${lists} } ${fragment}`,
    variables: Object.fromEntries(
      Array.from({ length: aliases }, (_, alias) => [
        `v${alias}`,
        Array.from({ length: IDS }, (_id, at) => `${type}:${ids(alias, at)}`),
      ]),
    ),
  };
};

/** So many tokens are left to write out what an alias selects. */
const TOKENS_OF_ALIASES = 980;

const tokensIn = (text: string): number => text.match(/[\w]+|[{}():]/g)?.length ?? 0;

/** Lists of nodes: what is selected of them is shared by all aliases, or written out for each. */
export const nodeTraps = function* (): Generator<AttackDocument> {
  for (const [type, selected, selection] of selections) {
    for (const [ids, idOf] of Object.entries(forms)) {
      const written = Math.min(ALIASES, Math.floor(TOKENS_OF_ALIASES / (tokensIn(selection) + 24)));
      yield {
        what: `${ALIASES} lists of ${IDS} nodes of ${type}, ${ids}, with ${selected}`,
        ...nodesOf(type, selection, idOf, true, ALIASES),
      };
      yield {
        what: `${written} lists of ${IDS} nodes of ${type}, ${ids}, each with ${selected}`,
        ...nodesOf(type, selection, idOf, false, written),
      };
    }
  }
};

/** Fragments that come together in ever new ways on the way down. */
const mixed = (levels: number): string => {
  const level = (at: number): string => `
    fragment A${at} on Listing { title related { ...A${at + 1} ...B${at + 1} } definition { listing { ...A${at + 1} } } }
    fragment B${at} on Listing { url related { ...C${at + 1} } preview { listing { ...B${at + 1} ...C${at + 1} } } }
    fragment C${at} on Listing { seller { name } related { ...A${at + 1} ...C${at + 1} } definition { listing { ...B${at + 1} } } }`;
  const last = ['A', 'B', 'C'].map((name) => `fragment ${name}${levels} on Listing { viewCount }`).join(' ');
  return `{ listing(id: 1) { ...A0 ...B0 ...C0 } } ${times(levels, level)} ${last}`;
};

/** The other documents, no two of which are alike. */
export const otherTraps = function* (): Generator<AttackDocument> {
  for (const levels of [3, 4, 5]) yield { what: `fragments that mix on ${levels} levels`, query: mixed(levels) };
  yield {
    what: 'pages of pages',
    query: `{ viewer { ${times(25, (at) => `a${at}: watchedListings(first: ${at + 1}) { nodes { title url related(first: ${at}) { url section { label } } } }`)} } }`,
  };
  yield {
    what: 'lists of lists',
    query: `{ lookups { ${times(28, (at) => `a${at}: regions(countryId: ${at}) { localities { region { localities { label } } } }`)} } }`,
  };
  yield {
    what: 'changes of 250 listings each',
    query: `mutation ($ids: [ID!]!) { ${times(5, (at) => `a${at}: relistListings(input: { ids: $ids }) { listings { ${expensiveListing} } }`)} }`,
    variables: { ids: Array.from({ length: 250 }, (_, at) => `Listing:${at}`) },
  };
};

/** All of these documents. */
export const planningTraps = function* (): Generator<AttackDocument> {
  yield* nodeTraps();
  yield* otherTraps();
};
