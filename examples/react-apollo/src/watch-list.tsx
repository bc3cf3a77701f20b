import { useQuery } from '@apollo/client/react';
import { WatchListDocument } from './generated/graphql.ts';
import { ListingCards } from './listing-cards.tsx';
import { Problem } from './problem.tsx';
import { ShowMore } from './show-more.tsx';

/** What somebody watches, newest first, a page at a time. */
export const WatchList = () => {
  const { data, error, loading, refetch, fetchMore } = useQuery(WatchListDocument);
  const list = data?.viewer?.watchedListings;
  if (loading) return <p className="hint">Opening your watch list…</p>;
  if (!list) return error === undefined ? null : <Problem error={error} retry={refetch} />;
  return (
    <section aria-labelledby="watched">
      <h2 id="watched">You watch {list.totalCount ?? 0}</h2>
      {error === undefined ? null : <Problem error={error} retry={refetch} />}
      <ListingCards listings={list.edges.map(({ node }) => node)} />
      <ShowMore pageInfo={list.pageInfo} load={(after) => fetchMore({ variables: { after } })} />
    </section>
  );
};
