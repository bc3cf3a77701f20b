import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** What tests outside `test/inside` and `test/support` may take from `src/`, by why they need it. */
const doors: Readonly<Record<string, readonly string[]>> = {
  'it starts what is tried': [
    'app/app.ts',
    'app/shared-state.ts',
    'embedded/server.ts',
    'gateway/routes/monitoring.ts',
    'config/config.ts',
    'gateway/observability/tracing/start-tracing.ts',
    'cli/probe/calls/probe-service.ts',
  ],
  'it is a table of the service, of settings, codes or limits, each row of which is tried': [
    'contract/',
    'config/',
    'settings/',
    'gateway/errors/error-codes.ts',
    'gateway/schema/core/user-error.ts',
    'gateway/schema/schema.ts',
    'gateway/pricing/price.ts',
    'gateway/graphiql/',
    'gateway/paging/cursor.ts',
    'gateway/routes/monitoring.ts',
    'gateway/documents/operation-limits.ts',
    'gateway/connections/server-limits.ts',
    'gateway/http/client-identity.ts',
    'gateway/uploads/read-upload.ts',
    'gateway/loaders/loaders.ts',
    'rest/call/failure-reason.ts',
    'rest/call/route-group.ts',
    'cli/command-line.ts',
    'cli/commands.ts',
    'embedded/pages/endpoint-guide.ts',
    'embedded/pages/structures.ts',
    'embedded/core/request-body.ts',
    'embedded/faults/',
  ],
  'it is given to what is tried, or is looked into: databases, stores, log, metrics, secrets': [
    'embedded/database/',
    'embedded/demo/',
    'records/',
    'gateway/idempotency/write-record.ts',
    'log/logger.ts',
    'gateway/observability/metrics/metrics.ts',
    'gateway/observability/metrics/process.ts',
    'workers/supervisor.ts',
    'rest/call/credentials.ts',
    'gateway/browser-sessions/seal.ts',
    'gateway/documents/document-text.ts',
    'gateway/trusted-documents/manifest.ts',
  ],
  'it reads or writes what a client would: numbers, documents, reports': [
    'json/int64.ts',
    'rest/decoding/decode.ts',
    'rest/endpoints/listings.ts',
    'cli/probe/',
  ],
  'both ways of HTTP, and the pools beside each other, are compared': [
    'gateway/connections/',
    'gateway/http/refusal.ts',
    'rest/client.ts',
    'rest/transport.ts',
  ],
};

const allowed = Object.values(doors).flat();

/** Modules of `src/` of which a file imports a value. */
const importsOf = (text: string): readonly string[] =>
  [...text.matchAll(/^(?:import|export) (?!type )(?:\{([^}]*)\}|[^{}\n]*?) from '(?:\.\.\/)+src\/([^']+)'/gm)]
    .filter(([, names]) => names === undefined || !/^(?:\s*type \w+,?)+\s*$/.test(names))
    .map(([, , module = '']) => module);

const files = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.includes('node_modules'))
  .map((path) => join('test', path));

it('A test that knows the outside alone takes from src no part by itself', () => {
  const outside = files.filter((path) => !/^test\/(?:inside|support)\//.test(path));
  const taken = outside.flatMap((path) =>
    importsOf(readFileSync(path, 'utf8'))
      .filter((module) => !allowed.some((door) => module.startsWith(door)))
      .map((module) => `${path}: ${module}`),
  );
  expect(taken).toEqual([]);
  expect(importsOf("import { a, type B } from '../../src/x.ts';\nimport { type C } from '../src/y.ts';")).toEqual([
    'x.ts',
  ]);
});

it('A test of a part by itself has a reason in test/inside/README.md', () => {
  const rows = [...readFileSync('test/inside/README.md', 'utf8').matchAll(/^\| ([\w./-]+) \| .{20,} \|$/gm)].map(
    ([, place = '']) => `test/inside/${place}`,
  );
  const tests = files.filter((path) => path.startsWith('test/inside/') && path.endsWith('.test.ts'));
  expect(tests.filter((path) => !rows.some((row) => path === row || path.startsWith(`${row}/`)))).toEqual([]);
  expect(rows.filter((row) => !tests.some((path) => path === row || path.startsWith(`${row}/`)))).toEqual([]);
});
