/** Credentials for newcomers: the demo application and a demo account that has something to look at. */
import { DEMO_PASSWORD, liveApplication } from '../demo/accounts/demo-accounts.ts';
import { seller } from '../demo/accounts/seller-account.ts';

/** The application that stands for the marketplace's own apps. */
export const demoApplication = liveApplication;

/** The accounts to sign in with, all with the same password, and what there is to see with each. */
export const demoUsers = [
  { username: 'seller', about: 'has listings in every section, an account history and some credit' },
  { username: 'agent', about: 'is a property agency that shares its account' },
  { username: 'tester', about: 'has credit and no listings' },
  { username: 'newcomer', about: 'has nothing yet' },
] as const;

/** The account with the most to look at. */
export const demoCredentials = { username: seller.username, password: DEMO_PASSWORD } as const;
