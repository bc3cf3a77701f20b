/** Operations that grow. */
import type { Workload } from '../workloads.ts';

/** The caller and the operation of a page with so many listings, one call whatever their number. */
export const watchListOf = (length: number): Workload => ({
  name: `a list of ${length}`,
  title: `a page of ${length} watched listings`,
  caller: `lister-${length}`,
  body: JSON.stringify({
    query:
      'query List($first: Int!) { viewer { watchedListings(first: $first) { totalCount nodes { id title description price { formatted } thumbnailUrl isWanted listedAt } } } }',
    variables: { first: length },
  }),
});

/** Documents that differ in an alias, so that each has to be parsed and validated when it is first seen. */
export const distinctDocuments = (count: number): string[] =>
  Array.from({ length: count }, (_value, number) =>
    JSON.stringify({ query: `query Fuels { lookups { list${number}: fuels { key label } } }` }),
  );
