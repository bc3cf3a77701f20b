/** `User`: the caller's own account, read only as far as its fields need, and `Query.viewer`. */
import type { UserDetailsResponse } from '../../../contract/user.ts';
import { isNoId } from '../../../json/int64.ts';
import { hasCode } from '../../../rest/call/failure.ts';
import { codeIn, type Read, textIn } from '../../../rest/decoding/decode.ts';
import { readInstant } from '../../../rest/decoding/instant.ts';
import { globalId, readNumericKey } from '../../arguments/global-id.ts';
import { tokenMissing } from '../../errors/graphql-errors.ts';
import { StandInError } from '../../errors/stand-in-error.ts';
import { fromUserDetails } from '../../pricing/price.ts';
import { builder } from '../core/builder.ts';
import type { GatewayContext } from '../core/context.ts';
import { PropertySellerTypeRef } from '../core/enums.ts';
import { amountTextIn, MoneyRef, moneyIn } from '../core/money.ts';
import { NodeRef, registerNode } from '../core/node.ts';
import { namedIn, readableList } from '../core/readable-list.ts';
import { CompanyRef, companyOf } from '../profile/company.ts';
import { SharedUserRef, sharedUserOf } from '../profile/shared-user.ts';

type Details = Read<typeof UserDetailsResponse>;

/** The caller. Nothing of it is known until a field asks. */
export interface ViewerModel {
  readonly __typename: 'User';
  /** Key in its global id: `me`, or the number that it was asked for by. */
  readonly key: string;
}

/** Key of the caller: known without a call, and the same in every response, as caches need it. */
const ME = 'me';

/** The caller as a model. */
export const viewer: ViewerModel = { __typename: 'User', key: ME };

/** Reads a value of the caller's details; one call an operation. `GET /v1/user/details` */
const readDetails = <Value>({ loaders }: GatewayContext, read: (details: Details) => Value): Promise<Value> =>
  loaders.load('userDetails', 'viewer').then(read);

/** Options of a field that reads a value of the caller's details. */
const detailsField = <Value>(read: (details: Details) => Value) => ({
  price: fromUserDetails,
  resolve: (_viewer: ViewerModel, _args: object, context: GatewayContext): Promise<Value> => readDetails(context, read),
});

/** `User`. */
export const UserRef = builder.objectRef<ViewerModel>('User').implement({
  description: "The caller's own account. Upstream `UserDetailsResponse`.",
  interfaces: [NodeRef],
  fields: (t) => {
    const text = (
      name: keyof { [Name in keyof Details as Details[Name] extends string | null ? Name : never]: Name },
      description: string,
    ) => t.string({ description, ...detailsField((details) => details[name]) });
    const unparsed = (name: 'TelRestrictedUntil' | 'TelVerified') =>
      t.string({
        description: `Upstream \`${name}\`, unparsed.`,
        ...detailsField((details) => textIn(details, name)),
      });
    const instant = (name: 'TelRestrictedUntil' | 'TelVerified', description: string) =>
      t.field({ type: 'DateTime', description, ...detailsField((details) => readInstant(details[name])) });
    const flag = (name: 'TelRestricted' | 'PropertySellerTypeLocked', description: string) =>
      t.boolean({ description, ...detailsField((details) => details[name]) });
    return {
      id: t.id({
        nullable: false,
        description:
          'Global id: `User:me`, which needs no call; by `node`, the one that was given. `databaseId` differs between accounts.',
        resolve: ({ key }) => globalId('User', key),
      }),
      databaseId: t.id({
        nullable: false,
        description: 'Upstream `UserID`; `me` if upstream gives none, and beside an error if it cannot be read.',
        price: fromUserDetails,
        resolve: (_viewer, _args, context) =>
          readDetails(context, ({ UserID }) => (UserID === null || isNoId(UserID) ? ME : UserID)).catch(
            (error: unknown) => {
              // A refused token says that there is no caller at all.
              throw hasCode(error, 'UNAUTHENTICATED') ? error : new StandInError(ME, error);
            },
          ),
      }),
      username: text('Username', 'Username for sign-in.'),
      name: text('Name', 'Display name.'),
      email: text('Email', 'E-mail address.'),
      companyName: text('Company', 'Upstream `Company`.'),
      accountType: text('AccountType', 'Upstream `AccountType`, e.g. private or business.'),
      profileImageUrl: text('ProfileImage', 'URL of the picture.'),
      telephone: text('Telephone', 'Telephone number.'),
      isTelephoneRestricted: flag('TelRestricted', 'Whether the telephone number is currently blocked.'),
      telephoneRestrictedUntil: instant('TelRestrictedUntil', 'End of the block; null if upstream gives no date.'),
      telephoneRestrictedUntilText: unparsed('TelRestrictedUntil'),
      // Assumption: R22. What is no date stays in the text alone.
      telephoneVerifiedAt: instant('TelVerified', 'When the number was verified; null if upstream gives no date.'),
      telephoneVerifiedAtText: unparsed('TelVerified'),
      vatNumber: text('VatNumber', 'VAT number.'),
      balance: t.field({
        type: MoneyRef,
        description: 'Balance of the account.',
        ...detailsField((details) => moneyIn(details, 'Balance')),
      }),
      balanceText: t.string({
        description: 'Upstream `Balance`, unparsed.',
        ...detailsField((details) => amountTextIn(details, 'Balance')),
      }),
      propertySellerType: t.field({
        type: PropertySellerTypeRef,
        description: 'Role in property listings.',
        ...detailsField((details) => details.PropertySellerType),
      }),
      propertySellerTypeCode: t.int({
        description: 'Upstream `PropertySellerType`, also one unknown here.',
        ...detailsField((details) => codeIn(details, 'PropertySellerType')),
      }),
      isPropertySellerTypeLocked: flag('PropertySellerTypeLocked', 'Whether the role can no longer be changed.'),
      companies: t.field({
        type: [CompanyRef],
        description: 'Companies of the account.',
        ...detailsField((details) => {
          const companies = readableList(details, 'Companies', 'getUserDetails');
          return companies === null ? null : namedIn(companies.map(companyOf), 'getUserDetails');
        }),
      }),
      sharedUsers: t.field({
        type: [SharedUserRef],
        description: 'Users and groups that share the account.',
        ...detailsField((details) => {
          const users = readableList(details, 'SharedUsers', 'getUserDetails');
          return users === null ? null : namedIn(users.map(sharedUserOf), 'getUserDetails');
        }),
      }),
    };
  },
});

/** The caller: also found by its number, and nobody else's account is. @throws UNAUTHENTICATED without a token */
const findViewer = ({ token }: GatewayContext): ViewerModel => {
  if (token === null) throw tokenMissing();
  return viewer;
};

registerNode('User', {
  find: async ([key = ''], context) => {
    if (key === ME) return findViewer(context);
    const id = readNumericKey('User', 'id', key);
    return (await readDetails(context, ({ UserID }) => UserID)) === id ? { ...viewer, key: id } : null;
  },
  price: (visit, key) => {
    if (key !== ME) fromUserDetails(visit);
    return { identity: 'the caller', count: 1, cached: [], typeName: 'User' };
  },
});

builder.queryField('viewer', (t) =>
  t.field({
    type: UserRef,
    description: "The caller's account, with watch list and own listings. Requires a user token.",
    resolve: (_root, _args, context) => findViewer(context),
  }),
);
