/** Changes that a user makes. */
import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { useMutation } from '@apollo/client/react';
import { useRef } from 'react';
import { mayPass } from './idempotent-writes.ts';

/** Like `useMutation`, with one key for each action of the user: "Try again" sends the same key, another action another one. */
export const useWrite = <Data, Variables extends OperationVariables>(
  document: TypedDocumentNode<Data, Variables>,
  options: Pick<useMutation.Options<Data, Variables>, 'update' | 'onCompleted'> = {},
) => {
  const [mutate, { data, error, loading }] = useMutation(document, options);
  const sendLast = useRef(() => {});
  const start = (variables: Variables): void => {
    const context = { idempotencyKey: crypto.randomUUID() };
    // What went wrong is in the result of the mutation, and shown.
    sendLast.current = () => void mutate({ variables, context }).catch(() => undefined);
    sendLast.current();
  };
  const retry = error !== undefined && mayPass(error) ? () => sendLast.current() : undefined;
  return { start, retry, data, error, isSending: loading };
};
