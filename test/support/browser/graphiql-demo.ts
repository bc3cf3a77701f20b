/** GraphiQL as it is with the embedded service: demo users, and a page that starts signed in as the first of them. */
import { demoUsers } from '../../../src/embedded/demo/demo-access.ts';
import type { GraphiqlOptions } from '../../../src/gateway/graphiql/page.ts';
import { accountPassword } from '../accounts.ts';

/** Options of such a page. */
export const demoGraphiql = {
  hasApplication: true,
  demo: { hosts: [], users: demoUsers, password: accountPassword },
} satisfies GraphiqlOptions;
