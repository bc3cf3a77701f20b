import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { EditForm } from './edit-form.tsx';
import { EditListingDocument } from './generated/graphql.ts';
import { changedValues, type Values, valuesOf } from './listing-changes.ts';
import { Problem } from './problem.tsx';
import { listingHref } from './route.ts';

/** The form of a listing's owner. What somebody has written is kept when the listing has been changed elsewhere meanwhile. */
export const EditPage = ({ id }: { readonly id: string }) => {
  // A form begins with what is stored now, whatever the cache knows.
  const { data, error, loading, refetch } = useQuery(EditListingDocument, {
    variables: { id },
    fetchPolicy: 'network-only',
    nextFetchPolicy: 'cache-first',
  });
  const [draft, setDraft] = useState<Values>({});
  // What is written stays while the form is read again.
  if (loading && data === undefined) return <p className="hint">Opening the form…</p>;
  const definition = data?.listingDefinition;
  if (!definition) {
    return error === undefined ? <p>The listing was not found.</p> : <Problem error={error} retry={refetch} />;
  }
  return (
    <>
      <title>{`Edit ${definition.title ?? ''} · Marketplace`}</title>
      <p>
        <a href={listingHref(id)}>{definition.title}</a>
      </p>
      <h1>Edit</h1>
      {error === undefined ? null : <Problem error={error} retry={refetch} />}
      <EditForm
        key={definition.revision}
        id={id}
        definition={definition}
        lookups={data.lookups}
        draft={draft}
        onOutdated={(written) => {
          setDraft(changedValues(valuesOf(definition), written));
          void refetch();
        }}
      />
    </>
  );
};
