/** The program: does what the command line asks for, and ends with its exit code. */
import { readProcessEnvironment } from '../config/environment.ts';
import { runCommandLine } from './run-command-line.ts';

// A reader that has seen enough, as in `listings-gateway schema | head`, is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

process.exitCode = await runCommandLine(process.argv.slice(2), readProcessEnvironment);
