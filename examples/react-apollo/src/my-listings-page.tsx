import { useQuery } from '@apollo/client/react';
import { MyListingsDocument, MySectionsDocument } from './generated/graphql.ts';
import { ListingCards } from './listing-cards.tsx';
import { Problem } from './problem.tsx';
import { ShowMore } from './show-more.tsx';

const Section = ({ id, label }: { readonly id: string; readonly label: string }) => {
  const { data, error, loading, refetch, fetchMore } = useQuery(MyListingsDocument, { variables: { sectionId: id } });
  const list = data?.viewer?.listings;
  return (
    <section aria-label={label}>
      <h2>
        {label} {list?.totalCount == null ? '' : `(${list.totalCount})`}
      </h2>
      {loading ? <p className="hint">Loading…</p> : null}
      {error !== undefined ? <Problem error={error} retry={refetch} /> : null}
      <ListingCards listings={list?.edges.map(({ node }) => node) ?? []} />
      <ShowMore pageInfo={list?.pageInfo} load={(after) => fetchMore({ variables: { after } })} />
    </section>
  );
};

/** What somebody sells, section by section. Each section is a list of its own, so each has its own end. */
export const MyListingsPage = () => {
  const { data, error, loading, refetch } = useQuery(MySectionsDocument);
  if (loading) return <p className="hint">Opening your listings…</p>;
  const sections = data?.viewer?.sections;
  if (!sections) return error === undefined ? null : <Problem error={error} retry={refetch} />;
  // The service puts what somebody watches among the sections, as one that has no section: the first page has it.
  const own = sections.flatMap(({ label, section }) => (section === null ? [] : [{ id: section.id, label }]));
  return (
    <>
      <title>My listings · Marketplace</title>
      <h1>My listings</h1>
      {error === undefined ? null : <Problem error={error} retry={refetch} />}
      {own.length === 0 ? <p>You sell nothing yet.</p> : null}
      {own.map(({ id, label }) => (
        <Section key={id} id={id} label={label ?? 'Section'} />
      ))}
    </>
  );
};
