/** Counts the user errors of every mutation: to clients and to the log an operation with them is one that went well. */
import type { GraphQLObjectType } from 'graphql';
import type { GatewayContext } from './context.ts';
import type { MutationPayloadModel, UserErrorModel } from './user-error.ts';

const isPayload = (value: unknown): value is MutationPayloadModel =>
  typeof value === 'object' && value !== null && 'userErrors' in value;

/** Lets each mutation count the user errors of its payload, whether the client asks for them or not. */
export const countUserErrors = (mutations: GraphQLObjectType<unknown, GatewayContext> | null | undefined): void => {
  for (const [name, field] of Object.entries(mutations?.getFields() ?? {})) {
    const { resolve } = field;
    if (resolve === undefined) throw new Error(`The mutation ${name} has no resolver.`);
    field.resolve = async (root, args, context, info) => {
      const payload = await resolve(root, args, context, info);
      if (isPayload(payload)) countPayload(name, payload.userErrors, context);
      return payload;
    };
  }
};

/** Counts a payload by the codes of its user errors, each once. */
export const countPayload = (
  mutation: string,
  userErrors: readonly Pick<UserErrorModel, 'code'>[],
  { services }: Pick<GatewayContext, 'services'>,
): void => services.metrics.failures.countPayload(mutation, new Set(userErrors.map(({ code }) => code)));
