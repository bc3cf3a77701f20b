/** A mistake in the configuration, and how a person is told. */
import { shown } from './kinds/kind.ts';
import type { Setting } from './settings/setting.ts';

/** One mistake. */
export interface Problem {
  /** Setting to change. */
  readonly name: string;
  /** Its value, masked where it is secret; null when it is unset. */
  readonly seen: string | null;
  /** Goes on after the name: "must be …". */
  readonly message: string;
  /** A text that the setting accepts. */
  readonly example: string;
}

/** Makes the problem of a setting whose text is not what it has to be. */
export const problemOf = (
  { name, kind, example }: Setting,
  text: string | undefined,
  message: string,
  betterExample = example,
): Problem => ({
  name,
  seen: text === undefined || text === '' ? null : shown(kind, text),
  message,
  example: betterExample,
});

/** Writes all mistakes as one message for a person. */
export const formatProblems = (problems: readonly Problem[]): string => {
  const count = problems.length === 1 ? '1 mistake' : `${problems.length} mistakes`;
  const lines = problems.flatMap(({ name, seen, message, example }) => [
    seen === null ? `  ${name} is not set` : `  ${name}=${seen}`,
    `    ${message}, for example ${name}=${shown({ expected: '', parse: () => '' }, example)}`,
  ]);
  return [`The configuration has ${count}:`, '', ...lines, '', 'Every setting: listings-gateway --help'].join('\n');
};
