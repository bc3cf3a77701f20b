/** Collects garbage at once, for when the process is short of memory and does too little for V8 to do it by itself. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

let collect: unknown;

/** Frees what nothing refers to. */
export const collectGarbage = (): void => {
  if (collect === undefined) {
    // V8 shows it to contexts that begin after this; to others, and so to the code that runs here, it does not.
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc');
    setFlagsFromString('--no-expose-gc');
  }
  if (typeof collect === 'function') Reflect.apply(collect, undefined, []);
};
