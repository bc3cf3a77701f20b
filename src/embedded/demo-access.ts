/** What a newcomer signs in with: the demo application and a demo account that has something to look at. */
import { DEMO_PASSWORD, liveApplication } from './demo-data/demo-accounts.ts';
import { seller } from './demo-data/seller-account.ts';

/** The application that stands for the marketplace's own apps. */
export const demoApplication = liveApplication;

/** The account with the most to look at. */
export const demoPerson = { username: seller.username, password: DEMO_PASSWORD } as const;
