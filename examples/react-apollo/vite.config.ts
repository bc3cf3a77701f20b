import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const target = process.env['GATEWAY_URL'] ?? 'http://localhost:4000';

/** What the gateway serves. The page has its own origin, so it gets the cookie of a session. */
const paths = ['/graphql', '/session', '/listings', '/invoices'];

export default defineConfig({
  plugins: [react()],
  server: {
    // The gateway compares `Origin` with `Host`, so the proxy must not change that header, as it does by default.
    proxy: Object.fromEntries(paths.map((path) => [path, { target, changeOrigin: false }])),
  },
});
