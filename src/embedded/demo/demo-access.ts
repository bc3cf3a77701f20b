/** Who may sign in to the service with its demo data: the secrets of what `data/applications.jsonl` and `data/users.jsonl` hold as hashes. */

/** An application that may ask for tokens. */
export interface DemoApplication {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** The application that stands for the marketplace's own apps. */
export const demoApplication: DemoApplication = { clientId: 'demo-app', clientSecret: 'demo-app-secret' };

/** An application in test mode: its listings are seen by their owner only. */
export const demoTestApplication: DemoApplication = {
  clientId: 'demo-test-app',
  clientSecret: 'demo-test-app-secret',
};

/** Password of every demo account. */
export const DEMO_PASSWORD = 'demo-password';

/** The accounts to sign in with, and what there is to see with each. */
export const demoUsers = [
  { username: 'seller', about: 'has listings in every section, an account history and some credit' },
  { username: 'agent', about: 'is a property agency that shares its account' },
  { username: 'tester', about: 'has credit and no listings' },
  { username: 'newcomer', about: 'has nothing yet' },
] as const;

/** The account with the most to look at. */
export const demoCredentials = { username: 'seller', password: DEMO_PASSWORD } as const;
