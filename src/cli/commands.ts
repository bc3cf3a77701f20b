/** Every subcommand of the program. */
import type { Command } from './command.ts';

/** Every subcommand; the first is what runs when none is named. */
export const commands: readonly [Command, ...Command[]] = [
  {
    name: 'start',
    what: 'Start the gateway, and the embedded service if on (default).',
    details:
      'SIGTERM and SIGINT stop it when the requests in flight are done; a second one stops it at once.\nExit code: 0 after a graceful stop, 1 after a failure, 2 for an invalid configuration.',
    load: async () => (await import('./start.ts')).runStart,
  },
  {
    name: 'check',
    what: 'Test the configured service, and say what to fix.',
    details:
      'Sends a request without a token, which the service must refuse. With LISTINGS_CLIENT_ID and\nLISTINGS_CLIENT_SECRET it also requests a token and reads the sections. With TRUSTED_DOCUMENTS it reports\nwhich trusted documents are no longer valid, and with SESSION_KEYS whether they seal a browser session.\nExit code: 0 when the service can be used and every trusted document is valid, 1 when not,\n2 for an invalid configuration.',
    load: async () => (await import('./check.ts')).runCheck,
  },
  {
    name: 'check-documents',
    what: 'Report which trusted documents are no longer valid.',
    details:
      'For continuous integration, needs no service: with TRUSTED_DOCUMENTS, reads the manifests in\nTRUSTED_DOCUMENTS_FILE. A document that may cost more calls than MAX_UPSTREAM_CALLS is reported, but is no failure.\nExit code: 0 when every trusted document is valid, 1 when not, 2 when there are none or the configuration is invalid.',
    load: async () => (await import('./check-documents.ts')).runCheckDocuments,
  },
  {
    name: 'probe',
    what: 'Compare a service with its specification; only reads.',
    details:
      'Calls every read-only endpoint, and prints for each whether its responses are as specified and as\nassumed, and what differs: names and types, never values. Without a user it probes only what an application may read.\nGive the client secret as LISTINGS_CLIENT_SECRET and the password as PROBE_PASSWORD, or enter them at the prompt\nof a terminal: other users of this machine can see options, and shells keep them. Without --url it probes the\nconfigured service; an embedded one is started for it, and its demo account is the user.\nExit code: 0 when all is as specified or provided for by an assumption, 1 when not or when a call failed,\n2 for an invalid command line or configuration. The assumptions are in docs/assumptions.md, with those that only\na write to the service can settle.',
    options: {
      url: { value: 'URL', what: 'Base address of the service, in place of LISTINGS_API_URL.' },
      'client-id': { value: 'ID', what: 'The application, in place of LISTINGS_CLIENT_ID.' },
      'client-secret': { value: 'SECRET', what: 'Its secret; better in LISTINGS_CLIENT_SECRET.' },
      username: { value: 'NAME', what: 'The account whose own data is read too.' },
      password: { value: 'PASSWORD', what: 'Its password; better in PROBE_PASSWORD.' },
      'deadline-s': { value: 'SECONDS', what: 'Time for all calls; 120 unless given.' },
      json: { value: null, what: 'Print the report as JSON.' },
    },
    load: async () => (await import('./probe.ts')).runProbe,
  },
  {
    name: 'price',
    what: 'Print how many upstream calls operations may cause.',
    details:
      'For the continuous integration of a front end: nothing is run. A price is the worst case:\nnothing cached, full pages, and for variables that --variables does not give the values that\ncost most, whatever their defaults: an app may send any.\nAll files are one app: a fragment may be in any of them. A directory stands for the files in it, and below, that\nend in .graphql, .gql or .json, but for node_modules and names that start with a dot. A file that ends in .json\nis a manifest of trusted documents: of graphql-codegen, Apollo or Relay; in a directory, other JSON is passed over.\nExit code: 0, 1 when an operation costs more than --max or a file cannot be priced, 2 for an invalid command line.',
    operands: 'PATH…',
    options: {
      max: { value: 'N', what: 'Most calls that an operation may cost.' },
      variables: { value: 'JSON', what: 'Values of variables that are known, e.g. \'{"first": 20}\'.' },
      json: { value: null, what: 'Print the prices as JSON.' },
    },
    load: async () => (await import('./price.ts')).runPrice,
  },
  {
    name: 'print-config',
    what: 'Print every setting in effect, and its source.',
    details: 'Secrets are masked.\nExit code: 0, or 2 for an invalid configuration.',
    options: {
      changed: { value: null, what: 'Leave out the settings that have their default.' },
      json: { value: null, what: 'Print them as JSON: a list of name, value and source.' },
    },
    load: async () => (await import('./print-config.ts')).runPrintConfig,
  },
  {
    name: 'schema',
    what: 'Print the GraphQL schema.',
    details: 'Needs no configuration. Exit code: 0.',
    load: async () => (await import('./schema.ts')).runSchema,
  },
];
