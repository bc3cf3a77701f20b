import { ApolloProvider } from '@apollo/client/react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { createClient } from './client.ts';
import { SessionContext } from './session-context.ts';
import { SessionStore } from './session-store.ts';
import './style.css';

const session = new SessionStore();
const client = createClient(
  {
    uri: import.meta.env['VITE_GATEWAY_URL'] ?? 'http://localhost:4000/graphql',
    usesTrustedDocuments: import.meta.env['VITE_TRUSTED_DOCUMENTS'] === 'on',
  },
  session,
);

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element for the application.');
createRoot(root).render(
  <StrictMode>
    <ApolloProvider client={client}>
      <SessionContext value={session}>
        <App />
      </SessionContext>
    </ApolloProvider>
  </StrictMode>,
);
