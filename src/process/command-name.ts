/** How the running program is called at a shell. */
import { basename, relative } from 'node:path';

/**
 * Returns the command that started the program, for messages that name another one of its commands: its name where a
 * package manager installed it, else Node with the path of its file, as in a clone.
 */
export const commandName = (program = process.argv[1], directory = currentDirectory()): string =>
  program === undefined || basename(program) !== 'main.js' ? NAME : `node ${pathFrom(directory, program)}`;

const NAME = 'listings-gateway';

const pathFrom = (directory: string | null, program: string): string =>
  directory === null ? program : relative(directory, program);

/** Null where it was removed. */
const currentDirectory = (): string | null => {
  try {
    return process.cwd();
  } catch {
    return null;
  }
};
