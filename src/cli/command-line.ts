/** Reads the command line, and writes the help. */
import { parseArgs } from 'node:util';
import { findNearest } from '../config/nearest.ts';
import { allSettings } from '../config/settings/settings.ts';
import { settingsHelp } from '../config/tables.ts';
import { type Command, type CommandOption, type OptionValues } from './command.ts';
import { commands } from './commands.ts';

/** Request of a command line. `help` without a command is the help of the program. */
export type Request =
  | {
      readonly kind: 'run';
      readonly command: Command;
      readonly options: OptionValues;
      readonly operands: readonly string[];
    }
  | { readonly kind: 'help'; readonly command: Command | undefined }
  | { readonly kind: 'version' }
  | { readonly kind: 'mistake'; readonly message: string };

const PROGRAM = 'listings-gateway';
const programOptions = { help: { type: 'boolean', short: 'h' }, version: { type: 'boolean', short: 'v' } } as const;

/** Options of all subcommands, since the subcommand is known only once the arguments are parsed. */
const commandOptions = new Map<string, CommandOption>(commands.flatMap((each) => Object.entries(each.options ?? {})));

const parseOptions = {
  ...programOptions,
  ...Object.fromEntries(
    [...commandOptions].map(([name, { value }]) => [name, { type: value === null ? 'boolean' : 'string' } as const]),
  ),
};

/** Reads the arguments of the program. */
export const parseCommandLine = (args: readonly string[]): Request => {
  const { values, positionals, tokens } = parseArgs({
    args: [...args],
    options: parseOptions,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const [name = commands[0].name, ...operands] = positionals;
  const command = commands.find((each) => each.name === name);
  const given = tokens.filter((token) => token.kind === 'option');
  for (const option of given) {
    const message = mistakeIn(option, command);
    if (message !== null) return { kind: 'mistake', message };
  }
  if (command === undefined) {
    const names = commands.map((each) => each.name);
    return { kind: 'mistake', message: `There is no subcommand ${JSON.stringify(name)}${suggest(name, names)}` };
  }
  const [extra] = operands;
  if (extra !== undefined && command.operands === undefined) {
    return { kind: 'mistake', message: `${command.name} takes no argument, but got ${JSON.stringify(extra)}` };
  }
  if (values['help']) return { kind: 'help', command: positionals.length === 0 ? undefined : command };
  if (values['version']) return { kind: 'version' };
  if (extra === undefined && command.operands !== undefined) {
    return {
      kind: 'mistake',
      message: `${command.name} needs ${command.operands}: ${PROGRAM} ${command.name} ${command.operands}`,
    };
  }
  const options = new Map(given.map((option) => [option.name, option.value ?? (true as const)]));
  return { kind: 'run', command, options, operands };
};

/** Writes the help of the program. */
export const programHelp = (): string =>
  [
    `Usage: ${PROGRAM} [subcommand]`,
    '',
    'One GraphQL endpoint in front of a classifieds marketplace.',
    '',
    'Subcommands:',
    ...commands.map(({ name, what }) => `  ${name.padEnd(17)}${what}`),
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
export const commandHelp = ({ name, what, details, operands, options = {} }: Command): string => {
  const rows = Object.entries(options).map(
    ([option, { value, what: use }]) => [`--${option}${value === null ? '' : ` ${value}`}`, use] as const,
  );
  const width = Math.max(...rows.map(([form]) => form.length)) + 2;
  return [
    `Usage: ${PROGRAM} ${name}${rows.length === 0 ? '' : ' [options]'}${operands === undefined ? '' : ` ${operands}`}`,
    '',
    what,
    details,
    '',
    ...(rows.length === 0 ? [] : ['Options:', ...rows.map(([form, use]) => `  ${form.padEnd(width)}${use}`), '']),
    `Settings: ${PROGRAM} --help`,
    '',
  ].join('\n');
};

/** Writes a mistake in the command line, and where to find help. */
export const mistakeText = (message: string): string =>
  `${message}\nSubcommands, options and settings: ${PROGRAM} --help\n`;

const suggest = (text: string, names: readonly string[]): string => {
  const nearest = findNearest(text, names);
  return nearest ? `. Did you mean ${nearest.name}?` : '';
};

const optionsOf = (command: Command | undefined): Readonly<Record<string, CommandOption>> => command?.options ?? {};

const unknownFlag = (rawName: string, value: string | undefined, command: Command | undefined): string => {
  const settingName = rawName.replace(/^-+/, '').replaceAll('-', '_').toUpperCase();
  const setting = allSettings.find(({ name }) => name === settingName);
  return setting
    ? `${rawName} is not an option: settings come from the environment, so set ${setting.name}=${setting.kind.mask ? setting.example : (value ?? setting.example)}`
    : `There is no option ${rawName}${suggest(
        rawName,
        [...Object.keys(programOptions), ...Object.keys(optionsOf(command))].map((name) => `--${name}`),
      )}`;
};

/** One option as it was given. */
interface GivenOption {
  readonly name: string;
  /** With its hyphens. */
  readonly rawName: string;
  readonly value: string | undefined;
}

/** Says what is wrong with an option of a subcommand; null when nothing is. */
const mistakeIn = ({ name, rawName, value }: GivenOption, command: Command | undefined): string | null => {
  if (Object.hasOwn(programOptions, name)) return value === undefined ? null : `${rawName} takes no value`;
  const option = Object.hasOwn(optionsOf(command), name) ? optionsOf(command)[name] : undefined;
  if (option === undefined) {
    return command !== undefined && commandOptions.has(name)
      ? `${command.name} has no option ${rawName}`
      : unknownFlag(rawName, value, command);
  }
  if (option.value === null) return value === undefined ? null : `${rawName} takes no value`;
  return value === undefined || value === '' ? `${rawName} needs a value: ${rawName} ${option.value}` : null;
};
