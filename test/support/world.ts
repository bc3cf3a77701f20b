/** The world as tests use it: the embedded service with its demo data, and a gateway in front of it. */
import { type EmbeddedService, startEmbeddedService } from '../../src/embedded/server.ts';
import { type AccountName, accountPassword, credentialsOf, liveApplication } from './accounts.ts';
import { CLOCK_START, copyDemoDatabase } from './demo-database.ts';
import { textAt } from './graphql-client.ts';
import { captureLog, type GatewaySettings, type RunningGateway, startGatewayAt, TestClock } from './running-gateway.ts';

/** The embedded service with a gateway in front of it. */
export interface World extends RunningGateway {
  readonly service: EmbeddedService;
  /** Operations that the service has answered so far, e.g. `GET /v1/listings/{id}`, sign-ins of the test included. */
  readonly served: readonly string[];
  /** Does something and returns the operations that the service received meanwhile, in order. */
  servedDuring(action: () => Promise<unknown>): Promise<readonly string[]>;
  /** Access token of a demo account; asked for once, through the gateway. */
  signIn(username: AccountName): Promise<string>;
}

const signInMutation = /* GraphQL */ `
  mutation ($username: String!, $password: String!) {
    signIn(input: { username: $username, password: $password }) {
      session {
        accessToken
      }
    }
  }
`;

/** Reads the operations of the service's own log of requests. */
const readServed = (lines: readonly string[]): readonly string[] =>
  lines.flatMap((line) => {
    const { msg, operation } = JSON.parse(line) as { readonly msg?: unknown; readonly operation?: unknown };
    return msg === 'request' && typeof operation === 'string' ? [operation] : [];
  });

/**
 * Starts the embedded service with demo data and a gateway whose own application is `demo-app` unless given.
 *
 * @param data the path of a database file; a copy of the demo data unless given
 */
export const startWorld = async (settings: GatewaySettings = {}, data?: string): Promise<World> => {
  const clock = new TestClock(CLOCK_START);
  const copy = data === undefined ? await copyDemoDatabase() : null;
  const serviceLog = captureLog();
  const service = await startEmbeddedService({
    host: '127.0.0.1',
    port: 0,
    data: copy?.location ?? data ?? 'memory',
    log: serviceLog.log,
    clock: () => new Date(clock.now()),
  });
  const gateway = await startGatewayAt(
    service.baseUrl,
    { application: credentialsOf(liveApplication), ...settings },
    clock,
    captureLog(),
  );
  const tokens = new Map<AccountName, Promise<string>>();
  const requestToken = async (username: AccountName): Promise<string> =>
    textAt(
      await gateway.query(signInMutation, { variables: { username, password: accountPassword } }),
      'signIn.session.accessToken',
    );
  return {
    ...gateway,
    service,
    get served() {
      return readServed(serviceLog.lines);
    },
    servedDuring: async (action) => {
      const before = serviceLog.lines.length;
      await action();
      return readServed(serviceLog.lines.slice(before));
    },
    signIn: (username) => {
      const token = tokens.get(username) ?? requestToken(username);
      tokens.set(username, token);
      return token;
    },
    [Symbol.asyncDispose]: async () => {
      await gateway[Symbol.asyncDispose]();
      await service[Symbol.asyncDispose]();
      copy?.[Symbol.dispose]();
    },
  };
};
