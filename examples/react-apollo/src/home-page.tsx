import { OpenListing } from './open-listing.tsx';
import { RelatedListings } from './related-listings.tsx';
import { useSession } from './session-context.ts';
import { SignInForm } from './sign-in-form.tsx';
import { WatchList } from './watch-list.tsx';

/** The listing whose related ones are shown to begin with: one of the demo data unless it is set. */
const START_ID = import.meta.env['VITE_START_LISTING'] ?? 'Listing:1514';

/** What the service has for somebody who comes by: it has no search, so a listing is opened, or leads to those related to it. */
export const HomePage = () => {
  const isSignedIn = useSession().session !== null;
  return (
    <>
      <title>Marketplace</title>
      <h1>Listings</h1>
      <OpenListing />
      {isSignedIn ? <WatchList /> : null}
      <RelatedListings id={START_ID} heading={(title) => `Related to ${title}`} />
      {isSignedIn ? null : <SignInForm reason="Sign in to see what you watch and sell." />}
    </>
  );
};
