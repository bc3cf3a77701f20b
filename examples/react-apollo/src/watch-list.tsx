import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { WatchListDocument } from './generated/graphql.ts';
import { ListingCards } from './listing-cards.tsx';
import { Problem } from './problem.tsx';

/** What somebody watches, newest first, a page at a time. */
export const WatchList = () => {
  // Watching changes this list, so it is asked for anew; what is known is shown meanwhile.
  const { data, error, refetch, fetchMore } = useQuery(WatchListDocument, { fetchPolicy: 'cache-and-network' });
  const [more, setMore] = useState<'idle' | 'loading' | 'failed'>('idle');
  const problem = error === undefined ? null : <Problem text={error.message} retry={refetch} />;
  if (!data?.viewer?.watchedListings) return problem ?? <p className="hint">Opening your watch list…</p>;
  const { totalCount, edges, pageInfo } = data.viewer.watchedListings;
  const showMore = () => {
    setMore('loading');
    // The cache puts the page behind those that are there. It may be empty: then there are no more.
    fetchMore({ variables: { after: pageInfo.endCursor } }).then(
      (page) => setMore(page.error === undefined ? 'idle' : 'failed'),
      () => setMore('failed'),
    );
  };
  return (
    <section aria-labelledby="watched">
      <h2 id="watched">You watch {totalCount ?? 0}</h2>
      {problem}
      <ListingCards listings={edges.map(({ node }) => node)} />
      {pageInfo.hasNextPage ? (
        <button type="button" className="quiet" disabled={more === 'loading'} onClick={showMore}>
          {more === 'loading' ? 'Loading…' : 'Show more'}
        </button>
      ) : null}
      {more === 'failed' ? <Problem text="The next listings could not be loaded." /> : null}
    </section>
  );
};
