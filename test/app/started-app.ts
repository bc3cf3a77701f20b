/** The program as its settings start it, in this process. */
import { startApp } from '../../src/app/app.ts';
import type { Config } from '../../src/config/config.ts';
import { configOf } from '../support/config-of.ts';
import { postOperation } from '../support/graphql-client.ts';
import { captureLog } from '../support/running-gateway.ts';

/** Settings, on free ports unless given. */
export type Environment = Readonly<Record<string, string>>;

/** Reads settings on free ports. @throws when there is a mistake in them */
export const configOnFreePorts = (env: Environment): Config =>
  configOf({ PORT: '0', EMBEDDED_PORT: '0', LISTINGS_CURRENCY: 'EUR', ...env });

/** Starts the program; it keeps the lines of its log, and stops without a grace. */
export const startQuiet = async (env: Environment = {}) => {
  const { lines, log } = captureLog();
  const app = await startApp(configOnFreePorts({ SHUTDOWN_GRACE_MS: '0', ...env }), log);
  const endpoint = new URL('/graphql', app.url);
  return {
    ...app,
    lines,
    ask: (text: string, token?: string, variables: Readonly<Record<string, unknown>> = {}) =>
      postOperation(endpoint, text, { token: token ?? null, variables }),
  };
};
