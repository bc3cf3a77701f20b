import { ApolloProvider } from '@apollo/client/react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { followSession } from './change-user.ts';
import { createClient } from './client.ts';
import { SessionContext } from './session-context.ts';
import { readSession } from './session-requests.ts';
import { SessionStore } from './session-store.ts';
import './style.css';

const store = new SessionStore(await readSession().catch(() => null));
const client = createClient({
  usesTrustedDocuments: import.meta.env['VITE_TRUSTED_DOCUMENTS'] === 'on',
  onRefused: (refused) => {
    if (store.current().session !== null) void followSession(refused, store, true);
  },
});
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') void followSession(client, store, false);
});

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element for the application.');
createRoot(root).render(
  <StrictMode>
    <ApolloProvider client={client}>
      <SessionContext value={store}>
        <App />
      </SessionContext>
    </ApolloProvider>
  </StrictMode>,
);
