import { useApolloClient } from '@apollo/client/react';
import { use } from 'react';
import { AccountPage } from './account-page.tsx';
import { leave } from './change-user.ts';
import { EditPage } from './edit-page.tsx';
import { HomePage } from './home-page.tsx';
import { ListingPage } from './listing-page.tsx';
import { MyListingsPage } from './my-listings-page.tsx';
import { PhotosPage } from './photos-page.tsx';
import { usePlace } from './place.ts';
import { type Route, useRoute } from './route.ts';
import { SessionContext, useSession } from './session-context.ts';
import { SignInForm } from './sign-in-form.tsx';

const Page = ({ route }: { readonly route: Route }) => {
  const isSignedIn = useSession().session !== null;
  if (route.page === 'home') return <HomePage />;
  if (route.page === 'edit' || route.page === 'photos') {
    if (!isSignedIn) return <SignInForm reason="Sign in to change your listing." />;
    return route.page === 'edit' ? (
      <EditPage key={route.id} id={route.id} />
    ) : (
      <PhotosPage key={route.id} id={route.id} />
    );
  }
  if (route.page === 'listing') return <ListingPage key={route.id} id={route.id} />;
  if (route.page === 'account') {
    return isSignedIn ? <AccountPage /> : <SignInForm reason="Sign in to see your account and your invoices." />;
  }
  return isSignedIn ? <MyListingsPage /> : <SignInForm reason="Sign in to see what you sell." />;
};

/** The whole page: where to go, who is signed in, and what is shown. */
export const App = () => {
  const route = useRoute();
  usePlace();
  const store = use(SessionContext);
  const { session } = useSession();
  const client = useApolloClient();
  return (
    <>
      <header className="bar">
        <a className="brand" href="#/">
          Marketplace
        </a>
        <nav aria-label="Pages">
          <a href="#/" aria-current={route.page === 'home' ? 'page' : undefined}>
            Home
          </a>
          <a href="#/mine" aria-current={route.page === 'mine' ? 'page' : undefined}>
            My listings
          </a>
          <a href="#/account" aria-current={route.page === 'account' ? 'page' : undefined}>
            My account
          </a>
        </nav>
        {session === null ? null : (
          <>
            <span className="name">{session.username}</span>
            <button type="button" className="quiet" onClick={() => void leave(client, store)}>
              Sign out
            </button>
          </>
        )}
      </header>
      <main>
        <Page route={route} />
      </main>
    </>
  );
};
