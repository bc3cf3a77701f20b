/**
 * Leaves of node_modules what the built program finds there at run time: dist/ holds everything else already.
 *
 *   node keep-packages.mjs [PART...]
 *
 * Each part is something that the program can do with packages of its own: `embedded` (the embedded service), `graphiql` and `traces`.
 */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

/** prom-client, which dist/ holds, cannot do without. */
const always = ['@opentelemetry/api'];

const optional = Object.keys(JSON.parse(readFileSync('package.json', 'utf8')).optionalDependencies);
const isGraphiql = (name) => name === '@graphql-yoga/render-graphiql';
const isTraces = (name) => name.startsWith('@opentelemetry/');

/** All optional packages belong to a part. */
const parts = {
  embedded: optional.filter((name) => !isGraphiql(name) && !isTraces(name)),
  graphiql: optional.filter(isGraphiql),
  traces: optional.filter(isTraces),
};

const chosen = process.argv.slice(2);
const unknown = chosen.find((part) => !Object.hasOwn(parts, part));
if (unknown !== undefined) {
  process.stderr.write(`There is no part ${unknown}: take any of ${Object.keys(parts).join(', ')}.\n`);
  process.exit(2);
}

const root = join(process.cwd(), 'node_modules');

/** The directory of a package as it is found from another; null for one that is not installed, as those for other platforms. */
const find = (name, from) => {
  for (let place = from; place.startsWith(dirname(root)); place = dirname(place)) {
    const path = join(place, 'node_modules', name);
    if (existsSync(join(path, 'package.json'))) return path;
  }
  return null;
};

/** Directories directly below node_modules, or below a scope in it. */
const kept = new Set();

const keep = (path) => {
  const [first, second] = relative(root, path).split(sep);
  const place = first.startsWith('@') ? join(first, second) : first;
  const isNew = !kept.has(path);
  kept.add(place).add(path);
  if (!isNew) return;
  // Peers are what a package is used with, and that is in dist/.
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    const found = find(name, path);
    if (found !== null) keep(found);
  }
};

for (const name of [...always, ...chosen.flatMap((part) => parts[part])]) {
  const path = find(name, dirname(root));
  if (path === null) throw new Error(`${name} is not installed.`);
  keep(path);
}

for (const name of readdirSync(root)) {
  if (!name.startsWith('@')) {
    if (!kept.has(name)) rmSync(join(root, name), { recursive: true });
    continue;
  }
  for (const scoped of readdirSync(join(root, name))) {
    if (!kept.has(join(name, scoped))) rmSync(join(root, name, scoped), { recursive: true });
  }
  if (readdirSync(join(root, name)).length === 0) rmSync(join(root, name), { recursive: true });
}
