/** The demo accounts and applications of the embedded service, as a tester knows them. */
import {
  DEMO_PASSWORD,
  type DemoApplication,
  demoApplication,
  demoTestApplication,
} from '../../src/embedded/demo/demo-access.ts';
import { type ClientCredentials, Secret } from '../../src/rest/call/credentials.ts';

/**
 * Accounts to sign in with: `seller` has listings in every section, active and expired, and watches some; `agent` has
 * companies, shared users and property listings; `tester` has no listings yet; `newcomer` has nothing at all.
 */
export const accountNames = ['seller', 'agent', 'tester', 'newcomer'] as const;

/** Username of a demo account. */
export type AccountName = (typeof accountNames)[number];

/** Password of every demo account. */
export const accountPassword = DEMO_PASSWORD;

/** The demo application whose listings are live. */
export const liveApplication = demoApplication;

/** The demo application in Test Mode. */
export const testApplication = demoTestApplication;

/** An application in the form in which the gateway takes its own. */
export const credentialsOf = ({ clientId, clientSecret }: DemoApplication): ClientCredentials => ({
  clientId,
  clientSecret: new Secret(clientSecret),
});
