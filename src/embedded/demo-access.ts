/** What a newcomer signs in with: the demo application and a demo account that has something to look at. */
import { DEMO_PASSWORD } from './demo-data/demo-accounts.ts';

/** The application that stands for the marketplace's own apps. */
export const demoApplication = { clientId: 'demo-app', clientSecret: 'demo-app-secret' } as const;

/** The account with the most to look at. */
export const demoPerson = { username: 'seller', password: DEMO_PASSWORD } as const;
