import type { DemoAccount, DemoApplication } from '../model/demo-account-types.ts';
import { agent } from './agent-account.ts';
import { backgroundAccounts } from './background-accounts.ts';
import { seller } from './seller-account.ts';
import { newcomer, tester } from './starter-accounts.ts';

/** The application that stands for the marketplace's own apps. */
export const liveApplication: DemoApplication = {
  clientId: 'demo-app',
  clientSecret: 'demo-app-secret',
  name: 'Demo application',
  testMode: false,
};

/** Applications that may ask the demo service for tokens. */
export const demoApplications: readonly DemoApplication[] = [
  liveApplication,
  { clientId: 'demo-test-app', clientSecret: 'demo-test-app-secret', name: 'Demo test application', testMode: true },
];

/** Password of every demo account. */
export const DEMO_PASSWORD = 'demo-password';

/** All demo accounts; the first four are for signing in, the others own and discuss what the first four see. */
export const demoAccounts: readonly DemoAccount[] = [seller, agent, tester, newcomer, ...backgroundAccounts];
