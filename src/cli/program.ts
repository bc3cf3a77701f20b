/** The program: does what the command line asks for. */
import { readVersion } from '../app/version.ts';
import { readProcessEnvironment, UnreadableEnvFileError } from '../config/environment.ts';
import { MissingPackagesError } from '../process/missing-packages.ts';
import { allSettingsHelp, commandHelp, mistakeText, parseCommandLine, programHelp } from './command-line.ts';
import { exitCodes } from './process/exit-code.ts';

const request = parseCommandLine(process.argv.slice(2));

// A reader that has seen enough, as in `listings-gateway schema | head`, is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

switch (request.kind) {
  case 'run': {
    try {
      const run = await request.command.load();
      process.exitCode = await run(readProcessEnvironment(), request.options, request.operands);
    } catch (error) {
      const isMistaken = error instanceof UnreadableEnvFileError;
      if (!isMistaken && !(error instanceof MissingPackagesError)) throw error;
      process.stderr.write(`${error.message}\n`);
      process.exitCode = isMistaken ? exitCodes.mistaken : exitCodes.failed;
    }
    break;
  }
  case 'help':
    process.stdout.write(request.command ? commandHelp(request.command) : programHelp());
    break;
  case 'settings':
    process.stdout.write(allSettingsHelp());
    break;
  case 'version':
    process.stdout.write(`${readVersion()}\n`);
    break;
  case 'mistake':
    process.stderr.write(mistakeText(request.message));
    process.exitCode = exitCodes.mistaken;
    break;
}
