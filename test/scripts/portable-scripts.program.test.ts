import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

const packages = execFileSync('git', ['ls-files', 'package.json', '**/package.json'], { cwd: root, encoding: 'utf8' })
  .trim()
  .split('\n')
  .map((path) => ({ folder: join(root, path, '..'), ...JSON.parse(readFileSync(join(root, path), 'utf8')) }));

const scripts = packages.flatMap(({ folder, scripts: own = {}, dependencies = {}, devDependencies = {} }) =>
  Object.entries<string>(own).map(([name, command]) => ({
    name,
    folder,
    packages: Object.keys({ ...dependencies, ...devDependencies }),
    // A text in double quotes is one word to every shell.
    commands: command.replaceAll(/"[^"$%]*"/g, 'text').split(' && '),
  })),
);

/** What is there wherever the project is developed, beside the programs of the packages. */
const PROGRAMS = ['node', 'npm', 'git'];
/** Packages whose program has another name. */
const PROGRAM_NAMES: Readonly<Record<string, string>> = { typescript: 'tsc' };

describe('The scripts of every package.json', () => {
  it('are there', () => {
    expect(scripts.length).toBeGreaterThan(20);
  });

  it('have no word that a POSIX shell and cmd.exe understand differently', () => {
    const different = scripts.filter(({ commands }) => commands.some((command) => /[^\w\s:./=-]/.test(command)));
    expect(different).toEqual([]);
  });

  it('run programs that are there on every system', () => {
    const missing = scripts.flatMap(({ name, folder, packages, commands }) => {
      const programs = [...PROGRAMS, ...packages.map((each) => PROGRAM_NAMES[each] ?? each)];
      return commands
        .map((command) => command.split(' ')[0] ?? '')
        .filter(
          (program) => !programs.includes(program) && !(program === 'exec' && existsSync(join(folder, 'exec.cmd'))),
        )
        .map((program) => `${name}: ${program}`);
    });
    expect(missing).toEqual([]);
  });
});
