/** A fresh clone of the repository, with the packages that are installed here. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

const root = resolve(import.meta.dirname, '../../..');

/** What a user has: a home, a clone with what `npm ci` installs, and ports that nobody else uses. Disposing of it removes it. */
export interface Clone extends AsyncDisposable {
  readonly directory: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Clones what was committed last. */
export async function cloneRepository(): Promise<Clone> {
  const home = await mkdtemp(join(tmpdir(), 'listings-gateway-clone-'));
  // The repository may be somebody else's, as it is where it is mounted into a container.
  await writeFile(join(home, '.gitconfig'), '[safe]\n\tdirectory = *\n');
  const directory = join(home, 'listings-gateway');
  // The Node that runs the tests, which may not be the one that is installed.
  const path = [dirname(process.execPath), process.env['PATH']].join(delimiter);
  const env = { PATH: path, HOME: home, PORT: '0', EMBEDDED_PORT: '0', npm_config_update_notifier: 'false' };
  await promisify(execFile)('git', ['clone', '--quiet', root, directory], { env });
  await symlink(join(root, 'node_modules'), join(directory, 'node_modules'), 'junction');
  return { directory, env, [Symbol.asyncDispose]: () => rm(home, { recursive: true, force: true }) };
}
