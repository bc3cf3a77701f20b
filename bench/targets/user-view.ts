/** The caller's account in the shape of the schema, for the peers. */
import { type GraphQLResolveInfo, Kind } from 'graphql';
import type { UserDetailsResponse } from '../../src/contract/user.ts';
import { moneyOf } from './listing-view.ts';

/** The caller's account. */
export const viewOfUser = (user: UserDetailsResponse) => ({
  id: 'User:me',
  username: user.Username,
  name: user.Name,
  email: user.Email,
  telephone: user.Telephone,
  profileImageUrl: user.ProfileImage,
  accountType: user.AccountType,
  balance: moneyOf(user.Balance),
});

/** The caller's account; null when no selected field needs it. */
export type UserView = ReturnType<typeof viewOfUser> | null;

/** Returns whether the selection of the viewer needs the account, and not only lists of it. */
export const needsAccount = ({ fieldNodes }: Pick<GraphQLResolveInfo, 'fieldNodes'>): boolean =>
  fieldNodes.some((node) =>
    node.selectionSet?.selections.some(
      (selection) => selection.kind !== Kind.FIELD || selection.name.value !== 'watchedListings',
    ),
  );
