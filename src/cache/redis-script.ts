/** Scripts that Redis runs, each in one atomic step. */
import { hash } from 'node:crypto';
import type { RedisClient } from './redis-client.ts';

/** Keys and arguments of a script. In a cluster its keys have to be of one slot. */
export interface ScriptInput {
  readonly keys: string[];
  readonly arguments: string[];
}

/** Runs a script, and gives its reply. */
export type RunScript = (client: RedisClient, input: ScriptInput) => Promise<unknown>;

/** Creates a step of a script in Lua, whose text is sent to the server only when it does not know it. */
export const scripted = (text: string): RunScript => {
  const name = hash('sha1', text);
  return async (client, input) => {
    try {
      return await client.evalSha(name, input);
    } catch (error) {
      if (error instanceof Error && error.message.startsWith('NOSCRIPT')) return client.eval(text, input);
      throw error;
    }
  };
};
