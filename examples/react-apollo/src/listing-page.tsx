import { useQuery } from '@apollo/client/react';
import { ListingPageDocument, type ListingPageQuery } from './generated/graphql.ts';
import { needsSignIn } from './needs-sign-in.ts';
import { PhotoGallery } from './photo-gallery.tsx';
import { Problem } from './problem.tsx';
import { RelatedListings } from './related-listings.tsx';
import { listingHref } from './route.ts';
import { useSession } from './session-context.ts';
import { SignInForm } from './sign-in-form.tsx';
import { WatchButton } from './watch-button.tsx';

type Listing = NonNullable<ListingPageQuery['listing']>;

const Facts = ({ attributes }: Pick<Listing, 'attributes'>) => (
  <dl className="facts">
    {attributes?.map(({ name, label, text }) => (
      <div key={name}>
        <dt>{label}</dt>
        <dd>{text}</dd>
      </div>
    ))}
  </dl>
);

const SellerPanel = ({ seller }: Pick<Listing, 'seller'>) => (
  <section className="panel" aria-label="Seller">
    <h2>{seller?.name ?? 'Seller'}</h2>
    {seller?.telephones.map((telephone) => (
      <p key={telephone}>
        <a href={`tel:${telephone.replaceAll(' ', '')}`}>{telephone}</a>
      </p>
    ))}
  </section>
);

/** A listing with its photos, its facts and its seller; its owner can edit it, everybody else can watch it. */
export const ListingPage = ({ id }: { readonly id: string }) => {
  const { data, error, loading, refetch } = useQuery(ListingPageDocument, { variables: { id } });
  const isSignedIn = useSession().session !== null;
  if (loading) return <p className="hint">Opening the listing…</p>;
  if (!data?.listing) {
    if (error === undefined) return <p>The listing was not found.</p>;
    // A gateway without an application of its own shows listings to those alone who are signed in.
    if (!isSignedIn && needsSignIn(error)) return <SignInForm reason="Sign in to see this listing." />;
    return <Problem error={error} retry={refetch} />;
  }
  const { listing } = data;
  const isOwn = listing.viewerIsOwner === true;
  return (
    <>
      {error === undefined ? null : <Problem error={error} retry={refetch} />}
      <article className="listing">
        <title>{`${listing.title} · Marketplace`}</title>
        <div>
          <PhotoGallery photos={listing.photos ?? []} />
          {isOwn ? (
            <p className="actions">
              <a className="action" href={listingHref(listing.id, 'edit')}>
                Edit
              </a>
              <a className="action" href={listingHref(listing.id, 'photos')}>
                Photos
              </a>
            </p>
          ) : null}
        </div>
        <div>
          <h1>{listing.title}</h1>
          <p className="price large-price">
            {listing.price?.formatted ?? 'Ask for the price'} <small>{listing.priceSuffix}</small>
          </p>
          {isSignedIn && !isOwn ? <WatchButton id={listing.id} isWatching={listing.viewerIsWatching ?? false} /> : null}
          <p>{listing.description}</p>
          <Facts attributes={listing.attributes} />
          <SellerPanel seller={listing.seller} />
          {isSignedIn ? null : <SignInForm reason="Sign in to watch this listing." />}
        </div>
      </article>
      <RelatedListings id={listing.id} heading={() => 'Related listings'} />
    </>
  );
};
