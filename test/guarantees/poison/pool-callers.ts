/** Callers who send by undici's `Pool` alone, with nothing of the gateway before it. */
import { Pool } from 'undici';
import { type CreateCallers, callerOf } from './callers.ts';

/** Options under which `Pool` gives nobody what came on a connection that was not in use. */
const reads = { pipelining: 1, allowH2: false } as const;
/** Each on a connection of its own. */
const changes = { pipelining: 0, allowH2: false } as const;

/** Creates callers. */
export const createPoolCallers: CreateCallers = (baseUrl, { connections = 64 } = {}) => {
  const pools = {
    safe: new Pool(baseUrl.origin, { ...reads, connections }),
    never: new Pool(baseUrl.origin, { ...changes, connections }),
  };
  let callers = 0;
  return {
    callOnce: async (retry) => {
      callers += 1;
      const token = `caller-${callers}`;
      const send = () =>
        pools[retry].request({
          method: retry === 'safe' ? 'GET' : 'POST',
          path: '/v1/listings',
          headers: { authorisation: `Bearer ${token}` },
          body: retry === 'safe' ? null : '{}',
        });
      // A reset fails also what is not sent yet.
      const { body } = await send().catch(send);
      return { token, answered: callerOf(await body.json()) };
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all([pools.safe.destroy(), pools.never.destroy()]);
    },
  };
};
