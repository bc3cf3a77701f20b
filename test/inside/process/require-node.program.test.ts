import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { transformSync } from 'rolldown/utils';
import { beforeAll, describe, expect, it } from 'vitest';
import { oldNodeMessage } from '../../../src/process/require-node.js';
import { buildProgram } from '../../support/program/program.ts';

const check = new URL('../../../src/process/require-node.js', import.meta.url);
const { engines, scripts } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));

const TOO_OLD = 'listings-gateway needs Node 20.19 or later, and this is Node 18.20.8.\n';

/** Runs a file on this Node, which says that it is another. */
const runAs = (release: string, file: string): Promise<unknown> => {
  const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${release}' } })`;
  return promisify(execFile)(process.execPath, ['--import', `data:text/javascript,${pretend}`, file, '--version']);
};

beforeAll(buildProgram, 60_000);

describe('require-node', () => {
  it.each(['8.17.0', '18.20.8', '20.9.0', '20.18.3'])('says of Node %s that it is too old', (release) => {
    expect(oldNodeMessage(release)).toBe(`listings-gateway needs Node 20.19 or later, and this is Node ${release}.`);
  });

  it.each(['20.19.0', '20.20.1', '21.0.0', '22.1.0', '24.11.1', process.versions.node])('takes Node %s', (release) => {
    expect(oldNodeMessage(release)).toBeNull();
  });

  it('asks for the release that the package asks for', () => {
    expect(oldNodeMessage('0.0.0')).toContain(`needs Node ${engines.node.replace('>=', '')} or later`);
  });

  it('ends the program on an older Node with one sentence and exit code 1', async () => {
    await expect(runAs('18.20.8', await buildProgram())).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: TOO_OLD,
    });
  });

  it('is what npm start and npm run dev begin with, as neither can build on an older Node', async () => {
    const start = resolve(import.meta.dirname, '../../../scripts/start.js');
    for (const script of [scripts.start, scripts.dev]) expect(script).toContain(' scripts/start.js ');
    await expect(runAs('18.20.8', start)).rejects.toMatchObject({ code: 1, stdout: '', stderr: TOO_OLD });
  });

  it('has syntax of 2017 and imports nothing, and so has the entry of the program before it imports the rest', async () => {
    for (const file of [check, await buildProgram()]) {
      const source = readFileSync(file, 'utf8');
      const inSyntaxOf = (target: string): string => transformSync('file.js', source, { target }).code;
      expect(inSyntaxOf('es2017')).toBe(inSyntaxOf('esnext'));
      expect(source).not.toMatch(/^import\b[^(]*['"]|\bfrom ['"]/m);
    }
  });
});
