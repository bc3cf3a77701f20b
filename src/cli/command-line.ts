/** Reads the command line, and writes the help. */
import { parseArgs } from 'node:util';
import { allSettings } from '../config/settings.ts';
import { mainSettingsHelp, settingsHelp } from '../config/tables.ts';
import { findNearest } from '../config/unknown-names.ts';
import { commandName } from '../process/command-name.ts';
import { shown } from '../settings/kinds.ts';
import { type Command, type CommandOption, type OptionValues } from './command.ts';
import { commands } from './commands.ts';

/** Request of a command line. `help` without a command is the help of the program; `settings` is the help on all settings. */
export type Request =
  | {
      readonly kind: 'run';
      readonly command: Command;
      readonly options: OptionValues;
      readonly operands: readonly string[];
    }
  | { readonly kind: 'help'; readonly command: Command | undefined }
  | { readonly kind: 'settings' }
  | { readonly kind: 'version' }
  | { readonly kind: 'mistake'; readonly message: string };

const PROGRAM = 'listings-gateway';
/** Subcommand that asks for help, on the one that follows. */
const HELP = 'help';
/** Stands for a subcommand where help is asked for: the settings. */
const SETTINGS = 'settings';
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
  const isHelpAsked = positionals[0] === HELP;
  if (isHelpAsked) positionals.shift();
  const isHelp = isHelpAsked || values['help'] === true;
  if (isHelp && positionals[0] === SETTINGS && positionals.length === 1) return { kind: 'settings' };
  const [name = commands[0].name, ...operands] = positionals;
  const command = commands.find((each) => each.name === name);
  const given = tokens.filter((token) => token.kind === 'option');
  for (const option of given) {
    const message = mistakeIn({ ...option, next: args[option.index + 1] }, command);
    if (message !== null) return { kind: 'mistake', message };
  }
  if (command === undefined) {
    const names = [...commands.map((each) => each.name), HELP];
    return { kind: 'mistake', message: `There is no subcommand ${JSON.stringify(name)}${suggest(name, names)}` };
  }
  const [extra] = operands;
  if (extra !== undefined && command.operands === undefined) {
    return { kind: 'mistake', message: `${command.name} takes no argument, but got ${JSON.stringify(extra)}` };
  }
  if (isHelp) return { kind: 'help', command: positionals.length === 0 ? undefined : command };
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

/** Writes the help of the program, which fits a screen. */
export const programHelp = (): string =>
  [
    `Usage: ${PROGRAM} [subcommand] [options]`,
    '',
    "A GraphQL gateway in front of a classifieds marketplace's REST service.",
    '',
    'Subcommands:',
    ...commands.map(({ name, what }) => `  ${name.padEnd(17)}${what}`),
    '',
    'Options:',
    '  -h, --help       Print this help, or that of a subcommand.',
    '  -v, --version    Print the version.',
    '',
    'Settings are environment variables, or lines of a file .env. The main ones:',
    mainSettingsHelp(),
    '',
    'Exit code: 0 done, 1 failed, 2 the command line or a setting is invalid.',
    '',
    'More:',
    `  ${PROGRAM} help settings             every setting`,
    `  ${PROGRAM} help SUBCOMMAND           its options and exit codes`,
    `  ${PROGRAM} print-config --changed    what is set here`,
    `In a clone of the repository, ${PROGRAM} is: node dist/main.js`,
    '',
  ].join('\n');

/** Writes the help on all settings. */
export const allSettingsHelp = (): string =>
  [
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
    `Settings: ${PROGRAM} help settings`,
    '',
  ].join('\n');
};

/** Writes a mistake in the command line, and where to find help. */
export const mistakeText = (message: string): string =>
  `${message}\nSubcommands, options and settings: ${commandName()} help\n`;

const suggest = (text: string, names: readonly string[]): string => {
  const nearest = findNearest(text, names);
  return nearest ? `. Did you mean ${nearest.name}?` : '';
};

const optionsOf = (command: Command | undefined): Readonly<Record<string, CommandOption>> => command?.options ?? {};

const unknownFlag = (rawName: string, value: string | undefined, command: Command | undefined): string => {
  const settingName = rawName.replace(/^-+/, '').replaceAll('-', '_').toUpperCase();
  const setting = allSettings.find(({ name }) => name === settingName);
  return setting
    ? `${rawName} is not an option: settings come from the environment, so set ${setting.name}=${setting.kind.mask || value === undefined ? setting.example : shown(setting.kind, value)}`
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
  /** The argument after it, which is its value if it has none of its own and takes one. */
  readonly next: string | undefined;
}

/** Says what is wrong with an option of a subcommand; null when nothing is. */
const mistakeIn = ({ name, rawName, value, next }: GivenOption, command: Command | undefined): string | null => {
  if (Object.hasOwn(programOptions, name)) return value === undefined ? null : `${rawName} takes no value`;
  const option = Object.hasOwn(optionsOf(command), name) ? optionsOf(command)[name] : undefined;
  if (option === undefined) {
    return command !== undefined && commandOptions.has(name)
      ? `${command.name} has no option ${rawName}`
      : unknownFlag(rawName, value ?? (next?.startsWith('-') ? undefined : next), command);
  }
  if (option.value === null) return value === undefined ? null : `${rawName} takes no value`;
  return value === undefined || value === '' ? `${rawName} needs a value: ${rawName} ${option.value}` : null;
};
