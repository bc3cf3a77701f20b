import { useQuery } from '@apollo/client/react';
import { ListingPageDocument, type ListingPageQuery } from './generated/graphql.ts';
import { needsSignIn } from './needs-sign-in.ts';
import { PhotoGallery } from './photo-gallery.tsx';
import { PhotoUpload } from './photo-upload.tsx';
import { Problem } from './problem.tsx';
import { RelatedListings } from './related-listings.tsx';
import { useSession } from './session-context.ts';
import { SignInForm } from './sign-in-form.tsx';
import { WatchButton } from './watch-button.tsx';

type Listing = NonNullable<ListingPageQuery['listing']>;

const describeLimits = ({ photos, photoSpecs }: Listing): string =>
  `JPEG, PNG or WebP, up to 10 MB and ${photoSpecs?.maxWidth ?? '?'} × ${photoSpecs?.maxHeight ?? '?'} pixels. ` +
  `${photos?.length ?? 0} of ${photoSpecs?.maxCount ?? '?'} photos are there.`;

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

/** A listing with its photos, its facts and its seller; its owner can add photos, everybody else can watch it. */
export const ListingPage = ({ id }: { readonly id: string }) => {
  const { data, error, loading, refetch } = useQuery(ListingPageDocument, { variables: { id } });
  const isSignedIn = useSession().session !== null;
  if (loading) return <p className="hint">Opening the listing…</p>;
  if (!data?.listing) {
    if (error === undefined) return <p>The listing was not found.</p>;
    // A gateway without an application of its own shows listings to those alone who are signed in.
    if (!isSignedIn && needsSignIn(error)) return <SignInForm reason="Sign in to see this listing." />;
    return <Problem text={error.message} retry={refetch} />;
  }
  const { listing } = data;
  const isOwn = listing.viewerIsOwner === true;
  return (
    <>
      {error === undefined ? null : <Problem text={error.message} retry={refetch} />}
      <article className="listing">
        <title>{`${listing.title} · Marketplace`}</title>
        <div>
          <PhotoGallery photos={listing.photos ?? []} />
          {isOwn ? <PhotoUpload id={listing.id} limits={describeLimits(listing)} /> : null}
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
