/** Where and with what something was measured. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism, cpus, release, type } from 'node:os';
import { join } from 'node:path';

const versionIn = (directory: string): string | null => {
  try {
    const description: unknown = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));
    const isNamed = typeof description === 'object' && description !== null && 'version' in description;
    return isNamed ? String(description.version) : null;
  } catch {
    return null;
  }
};

/** The version of a package as it is installed; a question mark when it is unknown. */
const versionOf = (name: string): string => {
  const places = createRequire(import.meta.url).resolve.paths(name) ?? [];
  return places.map((place) => versionIn(join(place, name))).find((version) => version !== null) ?? '?';
};

const packages = ['undici', 'graphql', 'graphql-yoga', '@pothos/core', 'mercurius', 'graphql-jit', 'fastify'] as const;

/** The major version of Node that runs this, e.g. 24. */
export const NODE_MAJOR = Number.parseInt(process.versions.node, 10);

/** The versions of what is measured, in a line. */
export const versionsLine = (tools: readonly string[]): string =>
  [`Node ${process.versions.node}`, ...tools, ...packages.map((name) => `${name} ${versionOf(name)}`)].join(', ');

/** The machine, in a line. */
export const machineLine = (): string =>
  `${availableParallelism()} cores, ${cpus()[0]?.model.trim() ?? 'unknown processor'}, ${type()} ${release()}`;
