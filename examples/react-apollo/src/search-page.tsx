import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { SimilarListingsDocument } from './generated/graphql.ts';
import { ListingCards } from './listing-cards.tsx';
import { Problem } from './problem.tsx';
import { anything, matches, type SearchCriteria } from './search-criteria.ts';
import { SearchForm } from './search-form.tsx';
import { useSession } from './session-context.ts';
import { SignInForm } from './sign-in-form.tsx';

/** The car that others are compared with. */
const START_ID = import.meta.env['VITE_START_LISTING'] ?? 'Listing:1514';

const Results = ({ criteria }: { readonly criteria: SearchCriteria }) => {
  const { data, error, loading, refetch } = useQuery(SimilarListingsDocument, { variables: { id: START_ID } });
  if (error !== undefined) return <Problem text={error.message} retry={refetch} />;
  if (loading) return <p className="hint">Looking for cars…</p>;
  const cars = data?.listing?.related ?? [];
  const found = cars.filter((car) => matches(criteria, car));
  return (
    <section aria-label="Results">
      <p role="status" className="hint">
        {found.length} of {cars.length} cars
      </p>
      <ListingCards listings={found} />
    </section>
  );
};

/**
 * Finds cars. The service has no search: this asks for the fifty most like one, and picks from them what fits.
 */
export const SearchPage = () => {
  const [criteria, setCriteria] = useState(anything);
  const isSignedIn = useSession() !== null;
  return (
    <>
      <title>Cars · Marketplace</title>
      <h1>Cars</h1>
      <div className="search">
        <SearchForm criteria={criteria} onChange={setCriteria} />
        {isSignedIn ? <Results criteria={criteria} /> : <SignInForm reason="Sign in to see which cars fit." />}
      </div>
    </>
  );
};
