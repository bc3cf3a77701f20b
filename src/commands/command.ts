/** What the program can be told to do. */
import type { ProcessEnvironment } from '../config.ts';

/** Exit codes of the program. */
export const exitCodes = {
  /** Done. */
  ok: 0,
  /** Something failed. */
  failed: 1,
  /** The command line or the configuration is mistaken; nothing was tried. */
  mistaken: 2,
} as const;

/** An exit code of the program. */
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Does what a subcommand is for, with what the process was given, and resolves with the exit code when it is done. */
export type Run = (given: ProcessEnvironment) => Promise<ExitCode>;

/** A subcommand. */
export interface Command {
  readonly name: string;
  /** What it does, in one line. */
  readonly what: string;
  /** What else there is to know, for its help. */
  readonly details: string;
  /** Loads what it needs, so that a subcommand does not wait for what only another one needs. */
  readonly load: () => Promise<Run>;
}

/** Every subcommand; the first is what runs when none is named. */
export const commands: readonly [Command, ...Command[]] = [
  {
    name: 'start',
    what: 'Start the gateway, and the embedded service when it is on (this is the default).',
    details:
      'SIGTERM and SIGINT stop it when the requests under way are done; a second one stops it at once.\nExit code: 0 after a graceful stop, 1 after a failure, 2 for a mistaken configuration.',
    load: async () => (await import('./start.ts')).runStart,
  },
  {
    name: 'check',
    what: 'Try the configured Listings Service and say what is wrong and what to do.',
    details:
      'Sends a request without a token, which the service has to refuse. With LISTINGS_CLIENT_ID and\nLISTINGS_CLIENT_SECRET it also gets a token and reads the sections.\nExit code: 0 when the service can be used, 1 when not, 2 for a mistaken configuration.',
    load: async () => (await import('./check.ts')).runCheck,
  },
  {
    name: 'print-config',
    what: 'Print every setting, its value (secrets masked) and where that is from.',
    details: 'Exit code: 0, or 2 for a mistaken configuration.',
    load: async () => (await import('./print-config.ts')).runPrintConfig,
  },
  {
    name: 'schema',
    what: 'Print the GraphQL schema.',
    details: 'Needs no configuration. Exit code: 0.',
    load: async () => (await import('./schema.ts')).runSchema,
  },
];
