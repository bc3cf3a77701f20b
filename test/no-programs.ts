/** Keeps quick tests from starting programs, which take most of a suite's time: that is for tests named `*.program.test.ts`. */
import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';

for (const name of ['spawn', 'spawnSync', 'exec', 'execSync', 'execFile', 'execFileSync', 'fork'] as const) {
  Object.defineProperty(childProcess, name, {
    value: () => {
      throw new Error(`child_process.${name}: tests that start programs are named *.program.test.ts.`);
    },
  });
}
syncBuiltinESMExports();
