/** What a process holds on to once everything that can go is gone. */
import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const MB = 1024 * 1024;

let collect: (() => void) | null = null;

const collector = (): (() => void) => {
  setFlagsFromString('--expose-gc');
  const found: unknown = runInNewContext('gc');
  return () => {
    if (typeof found === 'function') found();
  };
};

const collectAll = async (): Promise<void> => {
  collect ??= collector();
  for (let round = 0; round < 3; round += 1) {
    collect();
    // Finalisers and closed sockets are done with between two collections.
    await pause(20);
  }
};

/** Bytes of the heap after forced collections. */
export const heapInUse = async (): Promise<number> => {
  await collectAll();
  return process.memoryUsage().heapUsed;
};

/** Bytes of buffers after forced collections. */
export const buffersInUse = async (): Promise<number> => {
  await collectAll();
  return process.memoryUsage().arrayBuffers;
};

/** Formats megabytes, e.g. `41.3 MB`. */
export const megabytes = (bytes: number): string => `${(bytes / MB).toFixed(1)} MB`;
