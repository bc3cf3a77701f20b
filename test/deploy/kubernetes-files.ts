/** The manifests of deploy/kubernetes, and values in them. */
import { type Document, parseAllDocuments } from 'yaml';
import { listFiles, textOf } from './files.ts';

/** Every object there is, with its file. */
export const allObjects = listFiles('deploy/kubernetes', '.yaml').flatMap((file) =>
  parseAllDocuments(textOf(file)).map((object) => ({ file, object })),
);

const isNamed = (object: Document, kind: string, name: string): boolean =>
  object.get('kind') === kind && object.getIn(['metadata', 'name']) === name;

/**
 * Reads what an object has at a path such as `spec.ports.0.name`.
 *
 * @returns undefined when it has nothing there
 */
export const valueAt = (kind: string, name: string, path: string): unknown => {
  const found = allObjects.find(({ object }) => isNamed(object, kind, name));
  if (found === undefined) throw new Error(`There is no ${kind} ${name}.`);
  return path
    .split('.')
    .reduce<unknown>(
      (value, step) => (typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined),
      found.object.toJS(),
    );
};

/**
 * Reads a file of `NAME=value` as kustomize does: a value is what stands after the first `=`, nothing is taken off it.
 *
 * @throws Error for a line that is neither that nor empty nor a comment
 */
export const readEnvFile = (path: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    textOf(path)
      .split('\n')
      .filter((line) => line.trim() !== '' && !line.trimStart().startsWith('#'))
      .map((line) => {
        const [, name, value] = /^([A-Z][A-Z0-9_]*)=(.*)$/.exec(line) ?? [];
        if (name === undefined || value === undefined) throw new Error(`${path}: ${line}`);
        return [name, value] as const;
      }),
  );
