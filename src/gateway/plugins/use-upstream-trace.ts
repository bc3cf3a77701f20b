/** Adds `extensions.upstream` to the answer when the client sent `x-upstream-trace: true`. */
import type { Plugin } from 'graphql-yoga';
import type { ServerContext } from '../server-context.ts';

/** Adds the plan of an operation and what it really caused. */
export const useUpstreamTrace = (): Plugin<ServerContext, ServerContext> => ({
  onResultProcess: (hook) => {
    const { result, serverContext } = hook;
    const { trace, calls, plannedCalls } = serverContext.scope;
    if (trace === null || Array.isArray(result) || Symbol.asyncIterator in result) return;
    const upstream = { planned: plannedCalls, calls, trace: trace.entries };
    hook.setResult({ ...result, extensions: { ...result.extensions, upstream } });
  },
});
