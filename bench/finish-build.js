/** Puts beside the compiled benchmark what it needs at run time: the files of `src` that are no code, and the packages of the peers. */
import { cpSync, existsSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const built = join(root, 'dist-bench');

cpSync(join(root, 'src'), join(built, 'src'), {
  recursive: true,
  filter: (path) => !/\.ts$|tsconfig\.json$/.test(path),
});

const [packages, link] = [join(root, 'bench/node_modules'), join(built, 'bench/node_modules')];
// A junction needs no rights on Windows; elsewhere the type says nothing.
if (existsSync(packages) && !existsSync(link)) symlinkSync(packages, link, 'junction');
