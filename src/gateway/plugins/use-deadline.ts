/** Gives every operation its deadline, and the context what is known once the document is valid. */
import { getOperationAST, OperationTypeNode } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { ServerContext } from '../server-context.ts';

/** Milliseconds an operation may take. */
export interface Deadlines {
  readonly queryMs: number;
  readonly mutationMs: number;
}

/** Milliseconds for what brings a file: its client has to send it first. */
export const UPLOAD_MS = 60_000;

/** Starts the clock when an operation starts, and stops it when it is answered. */
export const useDeadline = ({ queryMs, mutationMs }: Deadlines): Plugin<ServerContext, ServerContext> => ({
  onExecute: ({ args }) => {
    const { scope, multipart } = args.contextValue;
    scope.execution = args;
    const operation = getOperationAST(args.document, args.operationName);
    const isMutation = operation?.operation === OperationTypeNode.MUTATION;
    scope.startDeadline(multipart !== null ? UPLOAD_MS : isMutation ? mutationMs : queryMs);
    return { onExecuteDone: () => scope.finish() };
  },
});
