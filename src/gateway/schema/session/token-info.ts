/** `TokenInfo`: what the service says of the caller's token. */
import type { TokenInfo } from '../../../rest/endpoints/tokens.ts';
import { oneCall } from '../../pricing/price.ts';
import { builder } from '../core/builder.ts';

const TokenInfoRef = builder.objectRef<TokenInfo>('TokenInfo').implement({
  description: "What upstream reports about the caller's token. The reply has no declared type.",
  fields: (t) => ({
    username: t.exposeString('Username', { description: 'The signed-in user; null for an application token.' }),
    ownerUsername: t.exposeString('OwnerUsername', { description: 'Whose account it is.' }),
    expiresIn: t.exposeInt('Expires_in', { description: 'Seconds left.' }),
    data: t.field({
      type: 'JSON',
      description: 'The unparsed reply, without token values.',
      resolve: ({ data }) => data,
    }),
  }),
});

builder.queryField('tokenInfo', (t) =>
  t.field({
    type: TokenInfoRef,
    description: "What upstream reports about the caller's token.",
    price: oneCall('queryToken'),
    resolve: (_root, _args, { loaders }) => loaders.load('tokenInfo', 'viewer'),
  }),
);
