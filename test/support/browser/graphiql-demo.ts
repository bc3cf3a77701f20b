/** GraphiQL as it is with the embedded service: demo users, and a page that starts signed in. */
import { demoUsers } from '../../../src/embedded/seed/demo-access.ts';
import type { GraphiqlOptions } from '../../../src/gateway/graphiql/page.ts';
import { accountPassword } from '../accounts.ts';

/** Makes the options of such a page, whose session is `seller`'s for an hour with the token that is given. */
export const demoGraphiql = (token: () => Promise<string>): GraphiqlOptions => ({
  hasApplication: true,
  demo: {
    hosts: [],
    users: demoUsers,
    password: accountPassword,
    session: async () => ({ username: 'seller', accessToken: await token(), expiresInS: 3600 }),
  },
});
