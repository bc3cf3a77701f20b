/** Mistakes in the configuration, and the messages about them. */
import { commandName } from '../process/command-name.ts';
import { anyText, oneLine, shown } from '../settings/kinds.ts';
import { examplePath, type Setting } from '../settings/setting.ts';

/** One mistake. */
export interface Problem {
  /** Setting to change. */
  readonly name: string;
  /** Its value, masked where it is secret; null when it is unset. */
  readonly seen: string | null;
  /** Rule that is broken; it follows the name: "must be …". */
  readonly message: string;
  /** What exactly is wrong with the value, as a sentence; null when the rule says it all. */
  readonly hint: string | null;
  /** A text that the setting accepts. */
  readonly example: string;
}

/** Creates the problem of a setting with an invalid text. */
export const problemOf = (
  { name, kind, example }: Setting,
  text: string | undefined,
  message: string,
  betterExample = example,
): Problem => ({
  name,
  seen: text === undefined || text === '' ? null : shown(kind, text),
  message,
  hint: (text !== undefined && kind.parse(text) === undefined && kind.hint?.(text)) || null,
  example: betterExample,
});

/** Creates the problem of the file that a setting names, at a path as it may be shown. */
export const fileProblem = (setting: Setting, path: string, message: string): Problem => ({
  name: `${setting.name}_FILE`,
  seen: path,
  message,
  hint: null,
  example: examplePath(setting),
});

/** Writes all mistakes as one message. */
export const formatProblems = (problems: readonly Problem[]): string => {
  const count = problems.length === 1 ? '1 mistake' : `${problems.length} mistakes`;
  const lines = problems.flatMap(({ name, seen, message, hint, example }) => [
    `  ${name} ${oneLine(message)}.`,
    ...(hint === null ? [] : [`    ${oneLine(hint)}`]),
    seen === null ? '    It is not set.' : `    It is set to: ${seen}`,
    `    Example: ${name}=${shown(anyText, example)}`,
  ]);
  const help = `Every setting: ${commandName()} help settings`;
  return [`The configuration has ${count}:`, '', ...lines, '', help].join('\n');
};

/** Writes all mistakes in one line, without the values. */
export const summariseProblems = (problems: readonly Problem[]): string =>
  `the configuration is mistaken: ${problems.map(({ name, message }) => `${name} ${oneLine(message)}`).join('; ')}`;
