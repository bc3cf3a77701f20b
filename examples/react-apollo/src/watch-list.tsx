import { useQuery } from '@apollo/client/react';
import { WatchListDocument } from './generated/graphql.ts';
import { ListingCards } from './listing-cards.tsx';
import { Problem } from './problem.tsx';

/** What somebody watches, newest first. */
export const WatchList = () => {
  // Watching changes this list, so it is asked for anew; what is known is shown meanwhile.
  const { data, error, refetch } = useQuery(WatchListDocument, { fetchPolicy: 'cache-and-network' });
  if (error !== undefined) return <Problem text={error.message} retry={refetch} />;
  if (!data?.viewer) return <p className="hint">Opening your watch list…</p>;
  const { watchedListings } = data.viewer;
  return (
    <section aria-labelledby="watched">
      <h2 id="watched">You watch {watchedListings?.totalCount ?? 0}</h2>
      <ListingCards listings={watchedListings?.nodes ?? []} />
    </section>
  );
};
