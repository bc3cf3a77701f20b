/** Targets with the probe in their process. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startTarget, type Target, type TargetName, type TargetOptions } from './targets.ts';

/** Starts a target that responds to the questions of `probe.ts`. */
export const startProbed = (name: TargetName, options: TargetOptions): Promise<Target> => {
  const probe = pathToFileURL(join(import.meta.dirname, 'probe.js')).href;
  return startTarget(name, { ...options, nodeFlags: [...options.nodeFlags, '--import', probe] });
};
