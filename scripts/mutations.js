/**
 * `npm run test:mutations`: takes each protection of mutations.yaml out of a copy of the project, and expects a test to fail.
 * Ends with 1 when one survives.
 *
 *     node scripts/mutations.js [--only NAME]... [--check]
 *
 * `--check` only looks whether each text to replace and each test is there.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';
import { z } from 'zod';

const LIST = 'scripts/mutations.yaml';
/** A protection that is out may let tests wait for what never comes. */
const TEST_LIMIT_MS = 10_000;
const RUN_LIMIT_MS = 600_000;

const mutationSchema = z.strictObject({
  /** What users may rely on while the code is as it is. */
  keeps: z.string(),
  file: z.string(),
  text: z.string().min(1),
  becomes: z.string(),
  tests: z.array(z.string()).min(1),
});
const resultsSchema = z.object({ numPassedTests: z.number(), numFailedTests: z.number() });

const { values } = parseArgs({
  options: { only: { type: 'string', multiple: true, default: [] }, check: { type: 'boolean', default: false } },
});
const mutations = z.record(z.string(), mutationSchema).parse(parse(readFileSync(LIST, 'utf8')));

/**
 * Why a mutation cannot be tried; null when it can.
 *
 * @param {z.infer<typeof mutationSchema>} mutation
 */
const problemOf = ({ file, text, becomes, tests }) => {
  const missing = [file, ...tests].find((path) => !existsSync(path));
  if (missing !== undefined) return `${missing} is not there: say in ${LIST} where it is now.`;
  const count = readFileSync(file, 'utf8').split(text).length - 1;
  if (count !== 1)
    return `${file} has ${JSON.stringify(text)} ${count} times instead of once: change ${LIST} with the code.`;
  return text === becomes ? 'it changes nothing.' : null;
};

/**
 * Makes a copy of the tracked files as they are, with the packages that are installed.
 *
 * @param {string} root
 */
const copyProject = (root) => {
  const { stdout } = spawnSync('git', ['ls-files', '-z'], { encoding: 'utf8', maxBuffer: 2 ** 24 });
  for (const path of stdout.split('\0').filter((each) => each !== '' && existsSync(each))) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    cpSync(path, join(root, path));
  }
  symlinkSync(join(process.cwd(), 'node_modules'), join(root, 'node_modules'));
};

/**
 * Runs tests until the first fails.
 *
 * @param {string} root
 * @param {readonly string[]} tests
 * @returns how many passed and failed
 */
const runTests = (root, tests) => {
  const results = join(root, 'results.json');
  rmSync(results, { force: true });
  const flags = ['--bail=1', `--testTimeout=${TEST_LIMIT_MS}`, '--reporter=json', `--outputFile=${results}`];
  spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...flags, ...tests], {
    cwd: root,
    env: { ...process.env, TEST_EFFORT: 'full' },
    stdio: 'ignore',
    timeout: RUN_LIMIT_MS,
  });
  // Tests that do not end fail too.
  if (!existsSync(results)) return { numPassedTests: 0, numFailedTests: 1 };
  return resultsSchema.parse(JSON.parse(readFileSync(results, 'utf8')));
};

/**
 * Tries mutations, after the tests have passed without one: a test that fails anyway would seem to catch everything.
 *
 * @param {string} root
 * @param {readonly (readonly [string, z.infer<typeof mutationSchema>])[]} chosen
 * @returns the names of those that no test noticed
 */
const survivorsOf = (root, chosen) => {
  const before = runTests(root, [...new Set(chosen.flatMap(([, { tests }]) => tests))]);
  if (before.numFailedTests > 0 || before.numPassedTests === 0) throw new Error('Tests fail without a mutation.');
  return chosen.flatMap(([name, { file, text, becomes, tests }]) => {
    const path = join(root, file);
    const code = readFileSync(path, 'utf8');
    writeFileSync(
      path,
      code.replace(text, () => becomes),
    );
    const isCaught = runTests(root, tests).numFailedTests > 0;
    writeFileSync(path, code);
    process.stdout.write(`${isCaught ? 'caught' : 'SURVIVED'}  ${name}\n`);
    return isCaught ? [] : [name];
  });
};

const unknown = values.only.filter((name) => !(name in mutations));
const problems = Object.entries(mutations).flatMap(([name, mutation]) => {
  const problem = problemOf(mutation);
  return problem === null ? [] : [`${name}: ${problem}`];
});
if (unknown.length > 0 || problems.length > 0) {
  process.stderr.write([...unknown.map((name) => `There is no mutation ${name}.`), ...problems, ''].join('\n'));
  process.exitCode = 1;
} else if (!values.check) {
  const root = mkdtempSync(join(tmpdir(), 'listings-gateway-mutant-'));
  try {
    copyProject(root);
    const chosen = Object.entries(mutations).filter(([name]) => values.only.length === 0 || values.only.includes(name));
    const survivors = survivorsOf(root, chosen);
    process.stdout.write(
      `${chosen.length} ${chosen.length === 1 ? 'mutation' : 'mutations'}, ${chosen.length - survivors.length} caught\n`,
    );
    if (survivors.length > 0) process.exitCode = 1;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
