/** Plugins of Yoga and envelop: each sees every operation, whichever way it came. */
import { readFileSync } from 'node:fs';
import { useExtendContext } from '@envelop/core';
import {
  execute,
  extendSchema,
  type FieldNode,
  GraphQLError,
  type GraphQLErrorOptions,
  GraphQLSchema,
  Kind,
  parse,
  type ValidationContext,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { describe, expect, it } from 'vitest';
import type { EnginePlugin } from '../../src/gateway/stages/engine.ts';
import { sampled } from '../support/effort.ts';
import { type ScriptedGateway, startScriptedGateway } from '../support/scripted-gateway.ts';
import { seen, plugins as shown } from './shown-plugins.ts';

const withPlugins = (...plugins: readonly EnginePlugin[]): Promise<ScriptedGateway> =>
  startScriptedGateway({
    plugins,
    trustedDocuments: { mode: 'prefer', entries: [{ id: 'a', text: 'query A { __typename }' }] },
  });

const form = ({ query, variables }: { readonly query: string; readonly variables: object }): FormData => {
  const body = new FormData();
  body.set('operations', JSON.stringify({ query, variables, operationName: 'Upload' }));
  body.set('map', '{"0":["variables.file"]}');
  body.set('0', new Blob(['a']), 'a.jpg');
  return body;
};

const upload = `mutation Upload($file: Upload!) {
  uploadListingPhoto(input: { id: "Listing:7", file: $file }) { userErrors { code } }
}`;

/** What a hook gets that may change a result. */
interface Changing {
  readonly setResult: (result: unknown) => void;
}

const fail = (): never => {
  throw new Error('The plugin is broken.');
};

/** What a hook gets that may stop an execution. */
interface Stopping {
  readonly setResultAndStopExecution: (result: unknown) => void;
}

/** What hooks get that may stand around an execution, and around all of an operation. */
interface Executing {
  readonly executeFn: (args: unknown) => unknown;
  readonly setExecuteFn: (execute: (args: unknown) => unknown) => void;
}
interface Handling {
  readonly paramsHandler: (given: unknown) => unknown;
  readonly setParamsHandler: (handle: (given: unknown) => unknown) => void;
}

const refusal = (options: GraphQLErrorOptions = {}): GraphQLError => new GraphQLError('Not today.', options);

const refuse = (): never => {
  throw refusal();
};

const watch = 'mutation { watchListing(input: { id: "7" }) { userErrors { code } } }';

/** Sends a mutation with an idempotency key, the same each time. */
const watchWithKey = (gateway: ScriptedGateway) =>
  gateway.query(watch, {
    token: 'token-1',
    headers: { 'idempotency-key': '2f1d6a38-7c5b-4a41-9d0e-5b1f3f0f7a11' },
  });

async function* stream() {
  yield { data: {} };
}

/** The ways in which an operation comes; each gives its status. */
const ways = {
  POST: (gateway: ScriptedGateway) => gateway.query('query Posted { __typename }', { operationName: 'Posted' }),
  GET: (gateway: ScriptedGateway) =>
    gateway.fetch('/graphql?query=query+Got+{+__typename+}&operationName=Got', {
      headers: { 'graphql-require-preflight': '1' },
    }),
  upload: (gateway: ScriptedGateway) =>
    gateway.fetch('/graphql', {
      method: 'POST',
      headers: { 'graphql-require-preflight': '1', authorization: 'Bearer a' },
      body: form({ query: upload, variables: { file: null } }),
    }),
} as const;

describe('A plugin', () => {
  it('of a third party is added in three lines, and sees operations by POST, by GET and with a file', async () => {
    const [, code] = readFileSync(new URL('shown-plugins.ts', import.meta.url), 'utf8').split('// Shown:\n');
    expect(readFileSync('docs/architecture.md', 'utf8')).toContain(code);
    await using gateway = await withPlugins(...shown);
    for (const ask of Object.values(ways)) await ask(gateway);
    expect(seen).toEqual(
      ['Posted', 'Got', 'Upload'].flatMap((name) => [`execute-start ${name}`, `execute-end ${name}`]),
    );
  });

  it('has each of its hooks called, in the order of Yoga', async () => {
    const called: string[] = [];
    const plugin: Plugin = {
      onParams: ({ params }) => void called.push(`params ${params.query}`),
      onParse: ({ params }) => {
        called.push(`parse ${String(params.source)}`);
        return ({ result }) => void called.push(`parsed ${result.kind}`);
      },
      onValidate: () => {
        called.push('validate');
        return ({ valid }) => void called.push(`valid ${String(valid)}`);
      },
      onContextBuilding: () => void called.push('context'),
      onExecute: ({ args }) => {
        called.push(`execute ${args.contextValue.request.headers.get('x-test')} ${args.contextValue.request.method}`);
        return { onExecuteDone: ({ result }) => void called.push(`executed ${JSON.stringify(result)}`) };
      },
      onExecutionResult: () => void called.push('result'),
      onResultProcess: () => void called.push('process'),
      instrumentation: {
        operation: async (_payload, run) => {
          called.push('begin');
          await run();
          called.push('end');
        },
      },
    };
    await using gateway = await withPlugins(plugin);
    await gateway.query('query A { __typename }', { headers: { 'x-test': 'yes' } });
    expect(called).toEqual([
      'begin',
      'params query A { __typename }',
      'parse query A { __typename }',
      'parsed Document',
      'validate',
      'valid true',
      'context',
      'execute yes POST',
      'executed {"data":{"__typename":"Query"}}',
      'result',
      'end',
      'process',
    ]);
  });

  it('sees the text of a trusted document that was named by its id', async () => {
    const texts: unknown[] = [];
    await using gateway = await withPlugins({
      onParams: ({ params }) => void texts.push(params.query),
    } satisfies Plugin);
    await gateway.fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"documentId":"a"}',
    });
    expect(texts).toEqual(['query A { __typename }']);
  });

  it('may give a result in place of the execution, which then makes no call', async () => {
    const early: Plugin = {
      onExecute: ({ setResultAndStopExecution }) => setResultAndStopExecution({ data: { viewer: 'early' } }),
    };
    await using gateway = await withPlugins(early);
    const { status, body } = await gateway.ask('{ viewer { id } }');
    expect([status, body]).toEqual([200, { data: { viewer: 'early' } }]);
    expect(gateway.upstream.requests).toEqual([]);
  });

  it('may stand around the execution, and add to the context and to the result', async () => {
    const plugin: Plugin<{ readonly team?: string }> = {
      onContextBuilding: ({ extendContext }) => extendContext({ team: 'blue' }),
      onExecute: ({ executeFn, setExecuteFn, context }) =>
        setExecuteFn(async (args) => ({ ...(await executeFn(args)), extensions: { team: context.team } })),
    };
    await using gateway = await withPlugins(plugin);
    expect((await gateway.query('{ __typename }')).body).toEqual({
      data: { __typename: 'Query' },
      extensions: { team: 'blue' },
    });
  });

  it.each([
    ['once it is parsed', true],
    ['when it is executed', false],
  ])(
    'may put another document in the place of one, %s: that is checked and priced like any',
    async (_when, isParsed) => {
      const documents = ['{ other: __typename }', '{ nothing }', '{ a: nodes(ids: ["Listing:1"]) { id } }'].map(
        (text) => parse(text),
      );
      const replace = (): unknown => documents.shift();
      const plugin: Plugin = isParsed
        ? {
            onParse:
              () =>
              ({ replaceParseResult }) =>
                replaceParseResult(replace()),
          }
        : { onExecute: ({ args }) => void Object.assign(args, { document: replace() }) };
      await using gateway = await withPlugins(plugin);
      expect((await gateway.query('{ __typename }')).body).toEqual({ data: { other: 'Query' } });
      expect((await gateway.query('{ __typename }')).errors).toMatchObject([
        { extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } },
      ]);
    },
  );

  it('may add a rule of validation, which holds for documents that are known too', async () => {
    let refuses = false;
    const plugin: Plugin = {
      onValidate: ({ addValidationRule }) => {
        if (!refuses) return;
        addValidationRule((validation: ValidationContext) => ({
          [Kind.FIELD]: ({ name }: FieldNode) => {
            if (name.value === '__typename') validation.reportError(new GraphQLError('No type names.'));
          },
        }));
      },
    };
    await using gateway = await withPlugins(plugin);
    expect((await gateway.query('{ __typename }')).errors).toEqual([]);
    refuses = true;
    expect((await gateway.query('{ __typename }')).errors).toMatchObject([{ message: 'No type names.' }]);
  });

  it('that executes operations by itself leaves prices and idempotency keys in force', async () => {
    const plugin: Plugin = { onExecute: ({ setExecuteFn }) => setExecuteFn(execute) };
    await using gateway = await startScriptedGateway({
      plugins: [plugin],
      callLimit: { maxCalls: 2, mode: 'enforce' },
    });
    gateway.upstream.on('GET', '/v1/user/details', { json: { UserID: 11 } });
    gateway.upstream.on('POST', '/v1/listings/{id}/watch', { json: { Success: true } });
    for (let time = 0; time < 2; time += 1)
      expect((await watchWithKey(gateway)).data).toEqual({ watchListing: { userErrors: [] } });
    expect(gateway.upstream.count('POST /v1/listings/7/watch')).toBe(1);
    const listings = [1, 2, 3].map((id) => `a${id}: node(id: "Listing:${id}") { ... on Listing { title } }`).join(' ');
    expect((await gateway.ask(`{ ${listings} }`)).errors).toMatchObject([
      { extensions: { code: 'OPERATION_TOO_COMPLEX' } },
    ]);
  });

  const again =
    <Given>(run: (given: Given) => unknown) =>
    async (given: Given): Promise<unknown> => {
      const result = await run(given);
      const hasFailed = typeof result === 'object' && result !== null && 'errors' in result && result.errors != null;
      return hasFailed ? run(given) : result;
    };

  it.each([
    ['execute', { onExecute: ({ executeFn, setExecuteFn }: Executing) => setExecuteFn(again(executeFn)) }],
    ['run', { onParams: ({ paramsHandler, setParamsHandler }: Handling) => setParamsHandler(again(paramsHandler)) }],
  ] as const)('may %s again what failed, under the key of the first time', async (_what, plugin) => {
    await using gateway = await withPlugins(plugin);
    let calls = 0;
    gateway.upstream.on('GET', '/v1/user/details', { json: { UserID: 11 } });
    gateway.upstream.on('POST', '/v1/listings/{id}/watch', () => {
      calls += 1;
      return calls === 1 ? { status: 500, json: {} } : { json: { Success: true } };
    });
    for (let time = 0; time < 2; time += 1)
      expect((await watchWithKey(gateway)).body).toEqual({ data: { watchListing: { userErrors: [] } } });
    expect(calls).toBe(2);
  });

  it('may add others, whose hooks are all called, to the end of the gateway', async () => {
    const called: string[] = [];
    const added: Plugin = {
      onExecute: () => void called.push('execute'),
      onResultProcess: () => void called.push('process'),
      onDispose: () => void called.push('dispose'),
      instrumentation: {
        operation: async (_payload, run) => {
          called.push('begin');
          await run();
        },
      },
    };
    const plugin: Plugin = { onPluginInit: ({ addPlugin }) => addPlugin(added) };
    await (async () => {
      await using gateway = await withPlugins(plugin);
      await gateway.query('{ __typename }');
    })();
    expect(called).toEqual(['begin', 'execute', 'process', 'dispose']);
  });

  it('with hooks that are never called is reported at startup', async () => {
    const plugin: Plugin = {
      onRequest: () => {},
      onExecute: () => {},
      instrumentation: { requestParse: (_payload, run) => run() },
    };
    await using gateway = await withPlugins({ onExecute: () => {} } satisfies Plugin, plugin);
    const warnings = gateway.logLines.map((line): unknown => JSON.parse(line));
    expect(warnings).toMatchObject([
      { uncalled: ['onRequest', 'instrumentation.requestParse'], others: ['onExecute'] },
    ]);
  });

  it('takes the place of nothing that the context has', async () => {
    for (const name of ['scope', 'services', 'token']) {
      await using gateway = await withPlugins(useExtendContext(() => ({ [name]: 'other' })));
      const { errors } = await gateway.query('{ __typename }');
      expect(errors).toMatchObject([{ extensions: { code: 'INTERNAL_SERVER_ERROR' } }]);
      expect(gateway.logLines.join()).toContain(`Cannot set property ${name}`);
    }
  });

  it.each([
    ['before it is executed', { onContextBuilding: () => refuse() }],
    ['by what it throws', { onExecute: () => refuse() }],
    ['by a result', { onExecute: ({ setResultAndStopExecution: stop }: Stopping) => stop({ errors: [refusal()] }) }],
    [
      'for a field, with a status',
      {
        onExecute: ({ setResultAndStopExecution: stop }: Stopping) =>
          stop({ errors: [refusal({ path: ['viewer'], extensions: { http: { headers: { 'retry-after': '5' } } } })] }),
      },
    ],
  ] as const)('may refuse an operation %s, in its own words', async (_when, plugin) => {
    await using gateway = await withPlugins(plugin);
    const { errors } = await gateway.query('{ viewer { id } }');
    expect(errors).toMatchObject([{ message: 'Not today.' }]);
  });

  it('may add errors in the end that are plain objects', async () => {
    const plugin: EnginePlugin = {
      onResultProcess: ({ setResult }: Changing) => setResult({ data: null, errors: [{ message: 'Plain.' }] }),
    };
    await using gateway = await withPlugins(plugin);
    expect((await gateway.query('{ __typename }')).body).toEqual({ data: null, errors: [{ message: 'Plain.' }] });
  });

  it('does not begin if it changes the types of the schema, and may change resolvers', async () => {
    const replace = (next: (schema: GraphQLSchema) => GraphQLSchema) => {
      let replaced = false;
      const plugin: Plugin = {
        onSchemaChange: ({ schema, replaceSchema }) => {
          if (replaced) return;
          replaced = true;
          replaceSchema(next(schema));
        },
      };
      return withPlugins(plugin);
    };
    await expect(replace((schema) => extendSchema(schema, parse('type Other { id: ID }')))).rejects.toThrow(
      'A plugin changes the types of the schema.',
    );
    await using gateway = await replace((schema) => new GraphQLSchema(schema.toConfig()));
    expect((await gateway.query('{ __typename }')).data).toEqual({ __typename: 'Query' });
  });

  it('that fails gives an error whose words are in the log alone', async () => {
    for (const plugin of [{ onParams: fail }, { onParse: fail }, { onValidate: fail }, { onExecute: fail }]) {
      await using gateway = await withPlugins(plugin);
      const { errors, text } = await gateway.query('{ __typename }');
      expect(errors).toMatchObject([{ extensions: { code: 'INTERNAL_SERVER_ERROR' } }]);
      expect(text).not.toContain('broken');
      expect(gateway.logLines.join()).toContain('The plugin is broken.');
    }
  });

  it.each(
    sampled(3, [
      ['gives a stream', { onExecutionResult: ({ setResult }: Changing) => setResult(stream()) }],
      ['gives a list', { onExecutionResult: ({ setResult }: Changing) => setResult([{ data: {} }]) }],
      ['gives what is no JSON', { onExecutionResult: ({ setResult }: Changing) => setResult({ data: { a: 1n } }) }],
      ['gives several in the end', { onResultProcess: ({ setResult }: Changing) => setResult([{ data: {} }]) }],
      ['fails in the end', { onResultProcess: fail }],
    ] as const),
  )(
    'that %s for a mutation leaves its idempotency key to repeats, which change nothing again',
    async (_what, plugin) => {
      await using gateway = await startScriptedGateway({
        plugins: [plugin],
        deadlines: { queryMs: 1000, mutationMs: 1000 },
      });
      gateway.upstream.on('GET', '/v1/user/details', { json: { UserID: 11 } });
      gateway.upstream.on('POST', '/v1/listings/{id}/watch', { json: { Success: true } });
      for (let time = 0; time < 2; time += 1) {
        const { text } = await watchWithKey(gateway);
        expect(text).toContain('Something went wrong in the gateway.');
      }
      expect(gateway.upstream.count('POST /v1/listings/7/watch')).toBe(1);
      // Nothing is under way any more, which a stop would wait for.
      await gateway.stop({ graceMs: 0, drainMs: 60_000 });
    },
  );
});
