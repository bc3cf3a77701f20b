import { useQuery } from '@apollo/client/react';
import { MyListingsDocument } from './generated/graphql.ts';
import { ListingCards } from './listing-cards.tsx';
import { Problem } from './problem.tsx';

/** What somebody sells, section by section. */
export const MyListingsPage = () => {
  const { data, error, refetch } = useQuery(MyListingsDocument);
  const problem = error === undefined ? null : <Problem text={error.message} retry={refetch} />;
  if (!data?.viewer) return problem ?? <p className="hint">Opening your listings…</p>;
  // The service puts what somebody watches among the sections: it comes after what they sell.
  const sections = data.viewer.sections?.toSorted((one, other) => Number(!one.section) - Number(!other.section));
  return (
    <>
      <title>My listings · Marketplace</title>
      <h1>My listings</h1>
      {problem}
      {sections?.length === 0 ? <p>You sell nothing yet.</p> : null}
      {sections?.map(({ section, label, listings }) => (
        <section key={section?.id ?? label} aria-label={label ?? 'Section'}>
          <h2>
            {label} ({listings?.totalCount ?? 0})
          </h2>
          <ListingCards listings={listings?.nodes ?? []} />
        </section>
      ))}
    </>
  );
};
