/** Description of a subcommand. */

import type { ProcessEnvironment } from '../config/environment.ts';
import type { ExitCode } from './process/process-end.ts';

/** An option of a subcommand. */
export interface CommandOption {
  /** Placeholder of its value, e.g. `URL`; null for an option without a value. */
  readonly value: string | null;
  /** Its effect, in one sentence. */
  readonly what: string;
}

/** The options that a subcommand was given, by name without the hyphens; true for an option without a value. */
export type OptionValues = ReadonlyMap<string, string | true>;

/** Does what a subcommand is for, with what the process was given, and resolves with the exit code when it is done. */
export type Run = (given: ProcessEnvironment, options: OptionValues, operands: readonly string[]) => Promise<ExitCode>;

/** A subcommand. */
export interface Command {
  readonly name: string;
  /** Its effect, in one line. */
  readonly what: string;
  /** Further explanation for its help. */
  readonly details: string;
  /** Operands beside options, at least one, e.g. `PATH…`; none unless given. */
  readonly operands?: string;
  /** Its own options by name; none unless given. */
  readonly options?: Readonly<Record<string, CommandOption>>;
  /** Loads what it needs, so that a subcommand does not wait for what only another one needs. */
  readonly load: () => Promise<Run>;
}
