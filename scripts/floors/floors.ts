/** The folders of `src` in their order: each imports only itself and those before it. `docs/architecture.md` and `test/scripts/floors.test.ts` read this. */

/** A folder of `src`. */
export interface Floor {
  /** Its path below `src`; the empty path for `src` itself. */
  readonly folder: string;
  /** What lives there. */
  readonly holds: string;
  /** What does not belong there, and where it goes instead; null where nobody would look for it there. */
  readonly excludes: string | null;
}

const floor = (folder: string, holds: string, excludes: string | null = null): Floor => ({ folder, holds, excludes });

/** The floors, from low to high. */
export const floors: readonly Floor[] = [
  floor('process', 'The Node process: its release, installed packages, heap flags.'),
  floor(
    'contract',
    'The REST API of the Listings Service as data: endpoints, types, codes. The gateway and the embedded service both read it.',
    'Code that sends or responds to requests: `upstream/` and `embedded/`.',
  ),
  floor(
    'concurrency',
    'Promises, cancellation, semaphores, single flight and batches: building blocks that know nothing of listings or HTTP.',
  ),
  floor('json', 'Lossless JSON: 64-bit integers, objects without a prototype, UTF-8.'),
  floor(
    'log',
    'The structured logger, its bounded output and what it redacts.',
    'What is logged: the code that logs it.',
  ),
  floor(
    'http1',
    'All HTTP/1.1 written by hand, in both directions: the fast path for requests and the client connections to the service.',
    'Routes, limits and headers of the gateway: `gateway/http` and `gateway/connections`.',
  ),
  floor(
    'cache',
    'The stale-while-revalidate cache, its copy in Redis, and the Redis connection.',
    'What is cached: `gateway/loaders/lookups`.',
  ),
  floor(
    'idempotency',
    'Records of writes that may be sent again: in memory and in Redis.',
    'What is recorded, and when: `gateway/idempotency`.',
  ),
  floor(
    'upstream/call',
    'What a call to the service is: typed inputs, caller, request, errors, failure reasons, spans.',
    'How it is sent: `upstream/transport`.',
  ),
  floor(
    'upstream/decoding',
    'Reading JSON responses by their contract, with every deviation that the assumptions allow.',
    'Responses that are not JSON: `upstream/responses`.',
  ),
  floor(
    'upstream/transport',
    'Connections to the service: pools, bulkheads, time-outs, TLS, proxies, the budget of held bytes.',
    'Retries and circuit breakers: `upstream/resilience`.',
  ),
  floor(
    'upstream/responses',
    'Reading responses off the wire: status, headers, decompression, bodies, documents, errors.',
  ),
  floor('upstream/requests', 'Writing requests: path, headers, bodies, photos; the transport that sends them.'),
  floor('upstream/resilience', 'Retries with a budget, circuit breakers, and the sender that combines them.'),
  floor(
    'upstream/endpoints',
    'One function for each endpoint: inputs in, decoded response out.',
    'Paths and types: `contract/`.',
  ),
  floor('upstream', 'The client of the Listings Service, which joins the folders below it.'),
  floor(
    'gateway/documents',
    'Reading GraphQL documents: fields, fragments, sizes, hashes, and the limits they are held to.',
    'What an operation costs: `gateway/pricing`.',
  ),
  floor('gateway/errors', 'Error codes and the errors that clients get.'),
  floor('gateway/arguments', 'Arguments that many fields share: global ids, lists, pages.'),
  floor(
    'gateway/http',
    'HTTP without a server: CORS, CSRF, ETag, compression, tokens, request ids, the router.',
    'Sockets and their limits: `gateway/connections`.',
  ),
  floor('gateway/uploads', 'Photos that clients upload: parts of a form, size, type, dimensions.'),
  floor(
    'gateway/pricing',
    'The planner: how many calls an operation may cause, from the prices of its fields.',
    'Prices of fields: beside their fields in `gateway/schema`.',
  ),
  floor('gateway/loaders/lookups', 'Lookup lists that all callers share: reading, caching, age, failures.'),
  floor(
    'gateway/operation',
    'One operation while it runs: scope, deadline, schedule, size of its response, record for logs, metrics and traces.',
    'Running it: `gateway/execution`.',
  ),
  floor('gateway/observability/tracing', 'Spans: sampling, queue, OTLP.'),
  floor('gateway/observability/metrics', 'Prometheus metrics, one file for each subject.'),
  floor('gateway/loaders', "DataLoaders of one operation, and the gateway's own tokens."),
  floor('gateway/observability', 'What becomes of an operation in the log, the metrics and its trace.'),
  floor(
    'gateway/connections',
    'The `node:http` listener and the limits of its connections.',
    'Rate limits and load shedding: `gateway/admission`.',
  ),
  floor('gateway/admission', 'Who is let in: rate limits, sign-in limits, load shedding, counts shared by processes.'),
  floor(
    'gateway/browser-sessions',
    'Sessions of browsers: sealed cookies, their renewal, and rules for other sites.',
    'The routes that open and end them: `gateway/routes`.',
  ),
  floor(
    'gateway/idempotency',
    'Idempotency keys: what is recorded of a write, what a repeat gets, and whose it is.',
    'Where records are stored: `idempotency`.',
  ),
  floor(
    'gateway/listing-views',
    'The views that the service gives of a listing, and what it is known to leave out of each.',
  ),
  floor('gateway/schema/core', 'What all types share: builder, context, scalars, enums, `Node`, `Money`, user errors.'),
  floor('gateway/schema/lookup', 'Lookup types and their fields: regions, makes, labels.'),
  floor('gateway/schema/session', 'Signing in, refreshing and signing out by mutations.'),
  floor('gateway/schema/profile', 'Profiles that listings and accounts share.'),
  floor('gateway/schema/section', '`Section` and `Category`.'),
  floor(
    'gateway/schema/listing/model',
    'The model of a listing: its values from whichever view has them, and what reading them costs.',
    'GraphQL types: `gateway/schema/listing`.',
  ),
  floor(
    'gateway/schema/listing',
    '`Listing` and everything below it; a field with a loader of its own has a file named after its coordinate.',
    'Mutations of listings: `gateway/schema/listing-mutations`.',
  ),
  floor(
    'gateway/schema/listing-mutations/core',
    'What mutations of listings share: inputs, payloads, prices, and the photo that is added.',
  ),
  floor('gateway/schema/listing-mutations', 'Mutations of listings and photos, a file for each.'),
  floor('gateway/schema/account', 'The signed-in user: details, invoices, watched listings, own listings.'),
  floor('gateway/schema', 'The GraphQL schema, which joins the folders below it.'),
  floor(
    'gateway/execution/compiler',
    'The compiled executor, the twin of the `execute` of graphql-js: a document becomes functions once.',
  ),
  floor('gateway/execution', 'Running an operation: document cache, plan cache, limits, executor, result.'),
  floor('gateway/trusted-documents', 'Persisted operations: manifests, store, hashes, checks at startup.'),
  floor('gateway/pages', 'What the pages for browsers share: frame, style, mark; the page of a path that is none.'),
  floor('gateway/graphiql', 'The GraphiQL page, its assets and its example operations.'),
  floor('gateway/graphiql/panels/data', 'What the panels show, without a page: responses, requests, waterfalls.'),
  floor('gateway/graphiql/panels', "Scripts and styles that run in the browser: GraphiQL's own panels."),
  floor(
    'gateway/routes',
    'One file for each route: `/graphql`, photos, invoices, schema, metrics, health, welcome page.',
    'CORS, ETag and other parts of HTTP: `gateway/http`.',
  ),
  floor(
    'gateway/routes/yoga',
    'Everything that needs graphql-yoga, and could be taken out with it: operations by GET and as multipart forms.',
    'Operations as JSON by POST: `gateway/routes`.',
  ),
  floor('gateway', 'The gateway as a server, which joins the folders below it.'),
  floor('embedded/database/migrations', 'The tables of the embedded service, a file for each version.'),
  floor('embedded/database', 'The embedded database: connection, migrations, rows.'),
  floor(
    'embedded/core',
    'What all endpoints of the embedded service share: rules for fields, pages, refusals, values on the wire.',
  ),
  floor('embedded/faults', 'Faults on purpose: latency, errors, odd responses.'),
  floor('embedded/service', 'The embedded service as its endpoints see it.'),
  floor('embedded/tokens', 'The token endpoint: grants, storage, rotation.'),
  floor('embedded/lookups', 'Endpoints of lookup lists and sections.'),
  floor(
    'embedded/listings',
    'Listings in the database: rows, visibility, search.',
    'Endpoints: `embedded/listing-views` and `embedded/listing-actions`.',
  ),
  floor('embedded/photos', 'Photos: endpoints, storage, resizing, demo pictures.'),
  floor('embedded/billing', 'Account movements, orders, invoices as PDF.'),
  floor('embedded/accounts', "Endpoints of the signed-in user's details and public profiles."),
  floor('embedded/listing-views', 'Endpoints that read listings.'),
  floor('embedded/listing-actions', 'Endpoints that write listings.'),
  floor('embedded/demo', 'The demo data: a file a table, loaded into a new database, and who may sign in.'),
  floor('embedded/http', 'Routing and authentication of the embedded service.'),
  floor('embedded/pages', 'Web pages of the embedded service: endpoints, listings, OpenAPI.'),
  floor('embedded', 'The embedded service, which joins the folders below it.'),
  floor('config/files', 'Files that settings name: reading them, and why they cannot be read.'),
  floor('config/kinds', 'The kinds of values that settings take: how each is written, read and shown.'),
  floor(
    'config/settings',
    'The table of all settings, a file for each section: name, meaning, kind, default, example.',
    'Reading and checking them together: `config`.',
  ),
  floor(
    'config',
    'The configuration: settings read, checked together and shaped by what uses them.',
    'Defaults of the code that a setting configures: beside that code.',
  ),
  floor('app', 'The composition root: gateway, client, cache and embedded service become one application.'),
  floor('workers', 'Several processes: supervisor, replacement, watchdog, metrics of all.'),
  floor('cli/process', 'The process from its start to its exit code.'),
  floor('cli/probe', 'The calls that `probe` makes, and its report.'),
  floor('cli', 'Subcommands of the program, a file for each.'),
  floor('', 'Programs: `main.ts`, and `dev.ts` for development.'),
];
