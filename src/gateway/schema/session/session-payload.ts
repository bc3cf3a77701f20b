/** Shared parts of the mutations that start or renew a session: their payload, and the application they are asked for. */
import { builder } from '../core/builder.ts';
import { typeName } from '../core/type-name.ts';
import { MutationPayloadRef } from '../core/user-error.ts';
import type { SessionPayload } from './grant.ts';
import { SessionRef } from './session.ts';

/** Declares a payload with the session. */
export const createSessionPayload = (mutation: string) =>
  builder.objectRef<SessionPayload>(typeName(mutation, 'Payload')).implement({
    description: `Result of \`${mutation}\`.`,
    interfaces: [MutationPayloadRef],
    fields: (t) => ({
      session: t.expose('session', { type: SessionRef, description: 'Null if the service rejected the request.' }),
    }),
  });

/** `ClientCredentialsInput`. */
export const ClientCredentialsInput = builder.inputType('ClientCredentialsInput', {
  description: 'An application registered with the service.',
  fields: (t) => ({
    clientId: t.string({ required: true, description: 'Id of the application.' }),
    clientSecret: t.string({ required: true, description: 'Its secret.' }),
  }),
});

/** Description of the input that names the application of a user who signs in. */
export const clientDescription =
  'The application to sign in with. Required if the gateway has no client credentials of its own; overrides them if it has.';
