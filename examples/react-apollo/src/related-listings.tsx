import { useQuery } from '@apollo/client/react';
import { RelatedListingsDocument } from './generated/graphql.ts';
import { ListingCards } from './listing-cards.tsx';
import { needsSignIn } from './needs-sign-in.ts';
import { Problem } from './problem.tsx';
import { useSession } from './session-context.ts';

interface RelatedListingsProps {
  readonly id: string;
  /** Gives the heading from the title of the listing. */
  readonly heading: (title: string) => string;
}

/** The listings most like one; nothing where that one is no more. The service gives no others to somebody who is looking around. */
export const RelatedListings = ({ id, heading }: RelatedListingsProps) => {
  const { data, error, loading, refetch } = useQuery(RelatedListingsDocument, { variables: { id } });
  const isSignedIn = useSession().session !== null;
  // The page asks for a sign-in itself.
  if (!isSignedIn && needsSignIn(error)) return null;
  if (loading) return <p className="hint">Looking for related listings…</p>;
  const { title, related } = data?.listing ?? {};
  const problem = error === undefined ? null : <Problem error={error} retry={refetch} />;
  if (!related?.length) return problem;
  return (
    <section aria-labelledby="related">
      <h2 id="related">{heading(title ?? '')}</h2>
      {problem}
      <ListingCards listings={related} />
    </section>
  );
};
