/** Says whether a command that a document shows exists, without running it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseCommandLine } from '../../src/cli/command-line.ts';
import { allSettings } from '../../src/config/settings.ts';
import { fileVariableOf } from '../../src/settings/setting.ts';

const root = new URL('../../', import.meta.url);

/** The scripts of a folder's `package.json`; empty when there is none. */
const scriptsOf = (folder: string): Readonly<Record<string, string>> => {
  const path = new URL(`${folder}/package.json`, root);
  if (!existsSync(path)) return {};
  const { scripts = {} } = JSON.parse(readFileSync(path, 'utf8')) as {
    readonly scripts?: Readonly<Record<string, string>>;
  };
  return scripts;
};

/** Settings of the examples, as their source reads them. */
const exampleFolder = new URL('../../examples/', import.meta.url);
const exampleSettings: readonly string[] = readdirSync(exampleFolder, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !path.includes('node_modules'))
  .flatMap(
    (path) => readFileSync(new URL(path, exampleFolder), 'utf8').match(/\b(?:VITE_[A-Z_]+|GATEWAY_URL)\b/g) ?? [],
  );

/** Environment variables that mean something to the program, its tests or its examples. */
export const settingNames: ReadonlySet<string> = new Set([
  ...allSettings.flatMap((setting) => [setting.name, fileVariableOf(setting) ?? setting.name]),
  ...exampleSettings,
  'PROBE_PASSWORD',
]);

/** Takes a command apart as a shell does, as far as documents go: words, and quotes around them. */
const wordsOf = (command: string): readonly string[] =>
  [...command.matchAll(/(?:[^\s'"]|'[^']*'|"[^"]*")+/g)].map(([word]) => word.replace(/'([^']*)'|"([^"]*)"/g, '$1$2'));

const isFile = (path: string): boolean => existsSync(new URL(path, root));

/** Values of an option, e.g. those of `-e` in `-e A -e B`. */
const valuesOf = (words: readonly string[], options: readonly string[]): readonly string[] =>
  words.flatMap((word, at) => (options.includes(words[at - 1] ?? '') ? [word] : []));

const problemOfNpm = (words: readonly string[]): string | null => {
  const [folder = '.'] = valuesOf(words, ['--prefix']);
  const [name = '', script = ''] = words.filter((word) => word !== '--prefix' && word !== folder);
  if (name === 'ci') return isFile(`${folder}/package-lock.json`) ? null : `${folder} has no packages`;
  const wanted = name === 'run' ? script : name;
  return Object.hasOwn(scriptsOf(folder), wanted) ? null : `there is no script ${wanted}`;
};

const problemOfProgram = ([file, ...args]: readonly string[]): string | null => {
  if (file !== 'dist/main.js') return `${file} is not the program`;
  const request = parseCommandLine(args);
  return request.kind === 'mistake' ? request.message : null;
};

const problemOfContainer = (words: readonly string[]): string | null => {
  const unknown = valuesOf(words, ['-e'])
    .map((word) => word.split('=')[0] ?? '')
    .find((name) => !settingNames.has(name));
  if (unknown !== undefined) return `there is no setting ${unknown}`;
  const missing = valuesOf(words, ['-f', '-k']).find((path) => !isFile(path));
  return missing === undefined ? null : `there is no ${missing}`;
};

const problemOfTool = ([tool, ...args]: readonly string[]): string | null => {
  if (tool === 'vitest') return args[0] === 'run' && args.slice(1).every(isFile) ? null : 'it is no test';
  return `${tool} is no tool of the documents`;
};

const problemOfOne = (command: string): string | null => {
  const words = wordsOf(command);
  const start = words.findIndex((word) => !/^[A-Z_]+=/.test(word));
  const assigned = words.slice(0, start === -1 ? words.length : start).map((word) => word.split('=')[0] ?? '');
  const unknown = assigned.find((name) => !settingNames.has(name));
  if (unknown !== undefined) return `there is no setting ${unknown}`;
  const [program, ...args] = start === -1 ? [] : words.slice(start);
  switch (program) {
    case undefined:
      return null;
    case 'npm':
      return problemOfNpm(args);
    case 'node':
      return problemOfProgram(args);
    case 'npx':
      return problemOfTool(args);
    case 'docker':
    case 'kubectl':
      return problemOfContainer(args);
    case 'cp':
      return isFile(args[0] ?? '') ? null : `there is no ${args[0]}`;
    case 'printf':
      return args.includes('>') && isFile(dirname(args.at(-1) ?? '')) ? null : 'it writes no file';
    case 'git':
    case 'cd':
      return null;
    default:
      return `${program} is no command of the documents`;
  }
};

/** Says what is wrong with the commands of a block; null when nothing is. */
export const commandProblem = (text: string): string | null => {
  const commands = text
    .replaceAll('\\\n', ' ')
    .split(/\n|&&/)
    .map((line) => line.replace(/(?:^| )#.*$/, '').trim());
  for (const command of commands) {
    const problem = command === '' ? null : problemOfOne(command);
    if (problem !== null) return `${command}: ${problem}`;
  }
  return null;
};
