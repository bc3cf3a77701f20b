import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, normalize } from 'node:path';
import { parseEnv, promisify } from 'node:util';
import { isEnumType, isInputObjectType, isInterfaceType, isObjectType, parse, validate } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../src/config/config.ts';
import { errorCodes } from '../src/gateway/errors/error-codes.ts';
import { schema } from '../src/gateway/schema/schema.ts';
import { readManifest } from '../src/gateway/trusted-documents/manifest.ts';
import { Secret } from '../src/rest/call/credentials.ts';
import { failureReasons } from '../src/rest/call/failure-reason.ts';
import { commandProblem, settingNames } from './docs/command-check.ts';
import { documents, readProjectFile } from './docs/documents.ts';
import { anchorsOf, type Block, blocksOf, codeWordsOf, linksOf } from './docs/markdown.ts';
import { likeShown, patternOf } from './docs/shown-answer.ts';
import { picture } from './gateway/uploads/photo-gateway.ts';
import { type AccountName, accountNames } from './support/accounts.ts';
import { type World, startWorld } from './support/world.ts';

const root = new URL('../', import.meta.url);
const isCurlThere = spawnSync('curl', ['--version']).status === 0;
if (!isCurlThere) process.stderr.write('The curl lines of the documents are not tried: there is no curl.\n');

/** What a document shows, with what it says of it right behind. */
interface Example {
  readonly kind: 'operation' | 'requests' | 'commands' | 'settings' | 'manifest' | 'other';
  readonly block: Block;
  /** Null when none is given. */
  readonly variables: Block | null;
  /** What comes of it: JSON, or lines that are among what is printed. Null when none is shown. */
  readonly answer: Block | null;
}

const kindOf = ({ language, attributes, text }: Block): Example['kind'] => {
  if (language === 'graphql') return 'operation';
  if (language === 'sh') return text.includes('curl ') ? 'requests' : 'commands';
  if (language === 'dotenv') return 'settings';
  return attributes.includes('manifest') ? 'manifest' : 'other';
};

const examplesOf = (blocks: readonly Block[]): readonly Example[] =>
  blocks.map((block, at) => {
    const kind = kindOf(block);
    const takes = kind === 'operation' || kind === 'requests';
    const rest = takes ? blocks.slice(at + 1, at + 3) : [];
    const variables = rest[0]?.attributes.includes('variables') === true ? rest[0] : null;
    const next = rest[variables === null ? 0 : 1];
    const isAnswer =
      next !== undefined &&
      next.attributes.length === 0 &&
      (next.language === 'json' || next.language === 'http') &&
      isShownRightBehind(variables ?? block, next);
    return { kind, block, variables, answer: isAnswer ? next : null };
  });

/** At most one paragraph of a few lines may stand between. */
const isShownRightBehind = (block: Block, next: Block): boolean =>
  next.line - (block.line + block.text.split('\n').length) < 8;

const examples = documents.map((path) => ({ path, examples: examplesOf(blocksOf(readProjectFile(path))) }));

const manifests = examples
  .flatMap((each) => each.examples)
  .flatMap(({ kind, block }) => (kind === 'manifest' ? readManifest(JSON.parse(block.text)).entries : []));

/** What is wrong with the lines of a file `.env`. */
const settingProblems = (text: string): readonly unknown[] => {
  const { problems, warnings } = readConfig(parseEnv(text));
  // The files of secrets are on the machine of whoever sets them.
  const here = (problems ?? []).filter(
    ({ message }) => !message.endsWith('with the value in it (there is no such file)'),
  );
  return [...here, ...warnings, commandProblem(text)].filter((problem) => problem !== null);
};

const callerOf = ({ attributes }: Block): AccountName | null => {
  const name = attributes.find((each) => each.startsWith('as='))?.slice('as='.length);
  return accountNames.find((each) => each === name) ?? null;
};

/** What came of an example, and what the document says of it. */
interface Comparison {
  readonly got: unknown;
  readonly wanted: unknown;
}

const titleOf = ({ block }: Example): string => `line ${block.line}: ${block.text.split('\n', 1)[0]}`;

describe.sequential('What the documents show', () => {
  let world: World;
  let directory: string;
  beforeAll(async () => {
    world = await startWorld({
      trustedDocuments: { mode: 'prefer', entries: manifests },
      browserSessions: { keys: [new Secret('ab'.repeat(32))], maxAgeS: 3600, isSecure: false },
    });
    directory = await mkdtemp(join(tmpdir(), 'documents-'));
    await writeFile(join(directory, 'photo.jpg'), await picture(640, 480));
  });
  afterAll(async () => {
    await world[Symbol.asyncDispose]();
    await rm(directory, { recursive: true });
  });

  const run = async ({ block, variables, answer }: Example): Promise<Comparison> => {
    const mistakes = validate(schema, parse(block.text));
    if (mistakes.length > 0 || block.attributes.includes('part')) return { got: mistakes, wanted: [] };
    const caller = callerOf(block);
    const { body, errors } = await world.query(block.text, {
      variables: variables === null ? {} : (JSON.parse(variables.text) as Record<string, unknown>),
      token: caller === null ? null : await world.signIn(caller),
    });
    return answer === null ? { got: errors, wanted: [] } : { got: body, wanted: likeShown(JSON.parse(answer.text)) };
  };

  const request = async ({ block, answer }: Example): Promise<Comparison> => {
    const text = block.text
      .replaceAll('http://localhost:4000', world.url.origin)
      .replaceAll('http://localhost:4001', world.service.origin.origin);
    const { stdout } = await promisify(execFile)('sh', ['-ec', text], {
      cwd: directory,
      env: { PATH: process.env['PATH'], HOME: directory, TOKEN: await world.signIn('seller') },
      timeout: 10_000,
    });
    if (answer === null) return { got: stdout, wanted: expect.not.stringContaining('"errors"') };
    if (answer.language === 'json') return { got: JSON.parse(stdout), wanted: likeShown(JSON.parse(answer.text)) };
    const lines = stdout.split(/\r?\n/);
    const isPrinted = (line: string): boolean => lines.some((each) => new RegExp(patternOf(line), 'is').test(each));
    return {
      got: answer.text
        .trim()
        .split('\n')
        .filter((line) => !isPrinted(line)),
      wanted: [],
    };
  };

  const shown = examples
    .filter((each) => each.examples.some(({ kind }) => kind !== 'other'))
    .map((each) => {
      const of = (wanted: Example['kind']) =>
        each.examples
          .filter(({ kind }) => kind === wanted)
          .map((example) => ({ example, title: titleOf(example), text: example.block.text }));
      return {
        path: each.path,
        operations: of('operation'),
        requests: of('requests'),
        commands: of('commands'),
        settings: of('settings'),
      };
    });

  describe.each(shown)('$path', ({ operations, requests, commands, settings }) => {
    it.each(operations)('an operation that answers as shown, at $title', async ({ example }) => {
      const { got, wanted } = await run(example);
      expect(got).toEqual(wanted);
    });
    it.skipIf(!isCurlThere).each(requests)('a request that is answered as shown, at $title', async ({ example }) => {
      const { got, wanted } = await request(example);
      expect(got).toEqual(wanted);
    });
    it.each(commands)('a command that can be run, at $title', ({ text }) => expect(commandProblem(text)).toBeNull());
    it.each(settings)('settings that can be set, at $title', ({ text }) => expect(settingProblems(text)).toEqual([]));
  });
});

const enumValues = Object.values(schema.getTypeMap()).flatMap((type) =>
  isEnumType(type) ? type.getValues().map(({ name }) => name) : [],
);

const namesOfOthers = [
  'TOKEN_MISSING',
  'TOKEN_REJECTED',
  'SESSION_ENDED',
  'APPLICATION_MISSING',
  'PROBE_PASSWORD',
  'NODE_OPTIONS',
  'NODE_EXTRA_CA_CERTS',
  'TEST_EFFORT',
  'TEST_SEED',
  // OpenTelemetry's packages read them.
  'OTEL_BSP_MAX_EXPORT_BATCH_SIZE',
  'OTEL_BSP_SCHEDULE_DELAY',
  'OTEL_EXPORTER_OTLP_COMPRESSION',
  'OTEL_EXPORTER_OTLP_TIMEOUT',
  'OTEL_RESOURCE_ATTRIBUTES',
  'OTEL_SERVICE_NAME',
];

/** Words in capitals that documents may name. */
const knownNames: ReadonlySet<string> = new Set([
  ...settingNames,
  ...Object.keys(errorCodes),
  ...enumValues,
  ...failureReasons.keys(),
  ...namesOfOthers,
]);

const isInSchema = (coordinate: string): boolean => {
  const [typeName = '', fieldName = ''] = coordinate.split('.');
  // Such as JSON.stringify.
  if (Object.hasOwn(globalThis, typeName)) return true;
  const type = schema.getType(typeName);
  return (
    (isObjectType(type) || isInterfaceType(type) || isInputObjectType(type)) &&
    Object.hasOwn(type.getFields(), fieldName)
  );
};

const dashboard = readProjectFile('deploy/grafana/dashboard.json');

/** Says what a word in code names that does not exist; null when it names nothing, or what is there. */
const problemOf = (word: string): string | null => {
  const [name = ''] = word.split('=');
  if (/^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(name) && !knownNames.has(name)) return 'no such setting or code';
  if (/^(?:npm (?:run|test|start|ci)\b|node dist\/)/.test(word)) return commandProblem(word);
  if (/^(?:src|test|docs|deploy|examples|\.ci)\/[\w./-]*$/.test(word) && !existsSync(new URL(word, root)))
    return 'no such file';
  if (/^[A-Z]\w+\.[a-z]\w+$/.test(word) && !/\.(?:md|json)$/.test(word) && !isInSchema(word))
    return 'not in the schema';
  if (/^listings_gateway_\w+$/.test(word) && !dashboard.includes(word)) return 'no such metric';
  return null;
};

/** The file that a link of a document leads to. */
const targetOf = (path: string, link: string): string => {
  const [file = ''] = link.split('#');
  return file === '' ? path : normalize(join(dirname(path), file));
};

describe.each(documents)('%s', (path) => {
  const text = readProjectFile(path);

  it('names only settings, codes, commands, files, fields and metrics that exist', () => {
    const problems = codeWordsOf(text).flatMap((word) => {
      const problem = problemOf(word);
      return problem === null ? [] : [`${word}: ${problem}`];
    });
    expect(problems).toEqual([]);
  });

  it('links to what is there', () => {
    const broken = linksOf(text).filter((link) => {
      const target = targetOf(path, link);
      const [, anchor] = link.split('#');
      if (!existsSync(new URL(target, root))) return true;
      return anchor !== undefined && !anchorsOf(readProjectFile(target)).has(anchor);
    });
    expect(broken).toEqual([]);
  });

  it('leaves no block of code without a language', () => {
    expect(blocksOf(text).filter(({ language }) => language === '')).toEqual([]);
  });
});

it('The documents are all reached from README.md', () => {
  const reached = new Set(['README.md']);
  for (const path of reached) {
    for (const link of linksOf(readProjectFile(path))) {
      const target = targetOf(path, link);
      if (documents.includes(target)) reached.add(target);
    }
  }
  expect([...reached].toSorted()).toEqual(documents);
});
