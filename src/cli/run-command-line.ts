/** Does what a command line asks for. */
import { readVersion } from '../app/version.ts';
import { type ProcessEnvironment, UnreadableEnvFileError } from '../config/environment.ts';
import { MissingPackagesError } from '../process/missing-packages.ts';
import {
  allSettingsHelp,
  commandHelp,
  mistakeText,
  parseCommandLine,
  programHelp,
  type Request,
} from './command-line.ts';
import { type ExitCode, exitCodes } from './process/process-end.ts';

/**
 * Does what the arguments of the program ask for, and resolves with the exit code when it is done.
 *
 * @param readEnvironment reads the settings for a subcommand; neither help nor version needs them
 */
export const runCommandLine = async (
  args: readonly string[],
  readEnvironment: () => ProcessEnvironment,
): Promise<ExitCode> => {
  const request = parseCommandLine(args);
  if (request.kind === 'run') return runCommand(request, readEnvironment);
  if (request.kind === 'mistake') {
    process.stderr.write(mistakeText(request.message));
    return exitCodes.mistaken;
  }
  process.stdout.write(informationOf(request));
  return exitCodes.ok;
};

type RunRequest = Extract<Request, { readonly kind: 'run' }>;
type InformationRequest = Extract<Request, { readonly kind: 'help' | 'settings' | 'version' }>;

const informationOf = (request: InformationRequest): string => {
  if (request.kind === 'version') return `${readVersion()}\n`;
  if (request.kind === 'settings') return allSettingsHelp();
  return request.command ? commandHelp(request.command) : programHelp();
};

const runCommand = async (
  { command, options, operands }: RunRequest,
  readEnvironment: () => ProcessEnvironment,
): Promise<ExitCode> => {
  try {
    const run = await command.load();
    return await run(readEnvironment(), options, operands);
  } catch (error) {
    const isMistaken = error instanceof UnreadableEnvFileError;
    if (!isMistaken && !(error instanceof MissingPackagesError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return isMistaken ? exitCodes.mistaken : exitCodes.failed;
  }
};
