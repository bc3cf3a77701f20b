import { useApolloClient } from '@apollo/client/react';
import { use } from 'react';
import { changePerson } from './change-person.ts';
import { HomePage } from './home-page.tsx';
import { ListingPage } from './listing-page.tsx';
import { MyListingsPage } from './my-listings-page.tsx';
import { type Route, useRoute } from './route.ts';
import { SessionContext, useSession } from './session-context.ts';
import { SignInForm } from './sign-in-form.tsx';

const Page = ({ route }: { readonly route: Route }) => {
  const isSignedIn = useSession() !== null;
  if (route.page === 'home') return <HomePage />;
  if (route.page === 'listing') return <ListingPage key={route.id} id={route.id} />;
  return isSignedIn ? <MyListingsPage /> : <SignInForm reason="Sign in to see what you sell." />;
};

/** The whole page: where to go, who is signed in, and what is shown. */
export const App = () => {
  const route = useRoute();
  const store = use(SessionContext);
  const session = useSession();
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
        </nav>
        {session === null ? null : (
          <>
            <span className="name">{session.username}</span>
            <button type="button" className="quiet" onClick={() => void changePerson(client, store, null)}>
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
