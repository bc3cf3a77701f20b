/** Reads the command line, and writes the help. */
import { parseArgs } from 'node:util';
import { findNearest } from '../config/nearest.ts';
import { allSettings } from '../config/settings.ts';
import { settingsHelp } from '../config/tables.ts';
import { type Command, commands } from './command.ts';

/** What the command line asks for. `help` without a command is the help of the program. */
export type Request =
  | { readonly kind: 'run'; readonly command: Command }
  | { readonly kind: 'help'; readonly command: Command | undefined }
  | { readonly kind: 'version' }
  | { readonly kind: 'mistake'; readonly message: string };

const PROGRAM = 'listings-gateway';
const options = { help: { type: 'boolean', short: 'h' }, version: { type: 'boolean', short: 'v' } } as const;

const suggest = (text: string, names: readonly string[]): string => {
  const nearest = findNearest(text, names);
  return nearest ? `. Did you mean ${nearest.name}?` : '';
};

const unknownFlag = (rawName: string, value: string | undefined): string => {
  const settingName = rawName.replace(/^-+/, '').replaceAll('-', '_').toUpperCase();
  const setting = allSettings.find(({ name }) => name === settingName);
  return setting
    ? `${rawName} is not an option: settings come from the environment, so set ${setting.name}=${value ?? setting.example}`
    : `There is no option ${rawName}${suggest(rawName, ['--help', '--version'])}`;
};

/** Reads the arguments of the program. */
export const parseCommandLine = (args: readonly string[]): Request => {
  const { values, positionals, tokens } = parseArgs({
    args: [...args],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    if (!Object.hasOwn(options, token.name)) {
      return { kind: 'mistake', message: unknownFlag(token.rawName, token.value) };
    }
    if (token.value !== undefined) return { kind: 'mistake', message: `${token.rawName} takes no value` };
  }
  const [name = commands[0].name, extra] = positionals;
  const names = commands.map((command) => command.name);
  const command = commands.find((each) => each.name === name);
  if (command === undefined) {
    return { kind: 'mistake', message: `There is no subcommand ${JSON.stringify(name)}${suggest(name, names)}` };
  }
  if (extra !== undefined) {
    return { kind: 'mistake', message: `${command.name} takes no argument, but got ${JSON.stringify(extra)}` };
  }
  if (values.help) return { kind: 'help', command: positionals.length === 0 ? undefined : command };
  return values.version ? { kind: 'version' } : { kind: 'run', command };
};

/** Writes the help of the program. */
export const programHelp = (): string =>
  [
    `Usage: ${PROGRAM} [subcommand]`,
    '',
    'One GraphQL endpoint in front of a classifieds marketplace.',
    '',
    'Subcommands:',
    ...commands.map(({ name, what }) => `  ${name.padEnd(14)}${what}`),
    '',
    'Options:',
    '  -h, --help     Print this help, or that of a subcommand.',
    '  -v, --version  Print the version.',
    '',
    'Settings come from the environment, and under it from a file .env in the working directory.',
    '',
    settingsHelp(),
    '',
  ].join('\n');

/** Writes the help of a subcommand. */
export const commandHelp = ({ name, what, details }: Command): string =>
  [`Usage: ${PROGRAM} ${name}`, '', what, details, '', `Settings: ${PROGRAM} --help`, ''].join('\n');

/** Writes a mistake in the command line, and where to find help. */
export const mistakeText = (message: string): string =>
  `${message}\nSubcommands, options and settings: ${PROGRAM} --help\n`;
