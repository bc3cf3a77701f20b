/** `AccountEntryConnection`: movements of the caller's account. */
import { createHash } from 'node:crypto';
import { InvoiceType } from '../../../contract/codes.ts';
import type { AccountEntry } from '../../../contract/user.ts';
import { type Read, allWrittenIn, textIn } from '../../../rest/decoding/decode.ts';
import { readInstant } from '../../../rest/decoding/instant.ts';
import { orderOfReceipt } from '../../../rest/endpoints/invoice.ts';
import type { AccountPage } from '../../../rest/endpoints/user.ts';
import { globalId } from '../../arguments/global-id.ts';
import { badUserInput } from '../../errors/graphql-errors.ts';
import { type ListPage, type ListPart, readPage } from '../../paging/list-page.ts';
import { type PageArguments, type PageEdge, edgesOf, pageSizes, positionOf } from '../../paging/page-arguments.ts';
import { builder } from '../core/builder.ts';
import type { GatewayContext } from '../core/context.ts';
import { MoneyRef, amountTextIn, moneyIn } from '../core/money.ts';
import { PageInfoRef } from '../core/page-info.ts';
import { entriesOfPage, nodeOfEdge } from '../listing/model/connection-prices.ts';
import { accountEntries, invoiceOfEntry } from './account-prices.ts';
import { InvoiceRef, invoiceOf } from './invoice.ts';
import { UserRef } from './user.ts';

/** A movement with its global id. */
type Entry = Read<typeof AccountEntry> & { readonly id: string };

/** A part of the movements, and the balance now. */
interface AccountPart extends ListPart<Entry> {
  readonly result: AccountPage;
}

/** Reads a page of movements. `first` of the service is 0-based (ruling R23), and it reports no total. */
const readAccountPage = (page: PageArguments, { loaders }: GatewayContext): Promise<ListPage<Entry, AccountPart>> => {
  if (page.first == null && page.last != null && page.before == null) {
    throw badUserInput('"last" needs "before" here, because the service does not report the number of movements.');
  }
  const readPart = async (first: number, count: number): Promise<AccountPart> => {
    const result = await loaders.load('accountEntries', { first, count });
    return { rows: identified(result.AccountEntries ?? []), total: null, result };
  };
  return readPage({ name: 'account-entries', keyOf: (entry: Entry) => contentOf(entry), readPart }, page);
};

const contentOf = (entry: Read<typeof AccountEntry>): string => {
  const { Amount, Balance, Description, ReceiptUrl, TimeStamp } = entry;
  return JSON.stringify([Amount, Balance, Description, ReceiptUrl, TimeStamp, allWrittenIn(entry)]);
};

/** Gives each movement of a page its id. Equal ones are counted from the oldest on, so that newer ones do not move them. */
const identified = (entries: AccountPage['AccountEntries'] & object): readonly (Entry | null)[] => {
  const counts = new Map<string, number>();
  const identify = (entry: Read<typeof AccountEntry>): Entry => {
    const key = createHash('sha256').update(contentOf(entry)).digest('base64url').slice(0, 22);
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    return { ...entry, id: globalId('AccountEntry', count === 0 ? key : `${key}-${count}`) };
  };
  return entries
    .toReversed()
    .map((entry) => entry && identify(entry))
    .toReversed();
};

const AccountEntryRef = builder.objectRef<Entry>('AccountEntry').implement({
  description: 'One movement of the account.',
  fields: (t) => ({
    id: t.id({
      nullable: false,
      description:
        "Derived from the entry's content, and its number among equal ones of a page: a key for lists and caches, not for `Query.node`.",
      resolve: ({ id }) => id,
    }),
    amount: t.field({
      type: MoneyRef,
      description: 'Amount of the movement; negative for a charge.',
      resolve: (entry) => moneyIn(entry, 'Amount'),
    }),
    amountText: t.string({
      description: 'Upstream `Amount`, unparsed.',
      resolve: (entry) => amountTextIn(entry, 'Amount'),
    }),
    balance: t.field({
      type: MoneyRef,
      description: 'Balance after the movement.',
      resolve: (entry) => moneyIn(entry, 'Balance'),
    }),
    balanceText: t.string({
      description: 'Upstream `Balance`, unparsed.',
      resolve: (entry) => amountTextIn(entry, 'Balance'),
    }),
    description: t.exposeString('Description', { description: 'What it was for.' }),
    receiptUrl: t.exposeString('ReceiptUrl', {
      description:
        'Upstream URL of the receipt. It requires the bearer token, so do not link to it: prefer `invoice { downloadUrl }`.',
    }),
    orderId: t.int({
      description: 'Order behind the movement, taken from `receiptUrl`; null if that names none.',
      resolve: ({ ReceiptUrl }) => orderOfReceipt(ReceiptUrl),
    }),
    invoice: t.field({
      type: InvoiceRef,
      description:
        'Invoice of that order, ready to open; null if there is none. Costs one upstream call per entry that names an ' +
        'order, whichever fields are selected, because only upstream knows whether it exists.',
      price: invoiceOfEntry,
      resolve: ({ ReceiptUrl }, _args, context) => {
        const orderId = orderOfReceipt(ReceiptUrl);
        return orderId === null ? null : invoiceOf({ orderId, kind: InvoiceType.Invoice }, context);
      },
    }),
    recordedAt: t.field({
      type: 'DateTime',
      description: 'When it was recorded.',
      resolve: ({ TimeStamp }) => readInstant(TimeStamp),
    }),
    recordedAtText: t.string({
      description: 'Upstream `TimeStamp`, unparsed.',
      resolve: (entry) => textIn(entry, 'TimeStamp'),
    }),
  }),
});

const AccountEntryEdgeRef = builder.objectRef<PageEdge<Entry>>('AccountEntryEdge').implement({
  description: 'An entry of `AccountEntryConnection`.',
  fields: (t) => ({
    cursor: t.exposeString('cursor', {
      nullable: false,
      description: 'Position in the list, for `after` or `before`.',
    }),
    node: t.expose('node', {
      type: AccountEntryRef,
      nullable: false,
      description: 'The movement.',
      price: nodeOfEdge,
    }),
  }),
});

const AccountEntryConnectionRef = builder.objectRef<ListPage<Entry, AccountPart>>('AccountEntryConnection').implement({
  description: 'A page of account movements. Upstream `AccountResult`.',
  fields: (t) => ({
    edges: t.field({
      type: [AccountEntryEdgeRef],
      nullable: false,
      description: 'The movements with their cursors.',
      price: entriesOfPage,
      resolve: edgesOf,
    }),
    nodes: t.field({
      type: [AccountEntryRef],
      nullable: false,
      description: 'The nodes of `edges`.',
      price: entriesOfPage,
      resolve: ({ entries }) => entries.filter((entry) => entry !== null),
    }),
    pageInfo: t.field({
      type: PageInfoRef,
      nullable: false,
      description: 'Position of the page in the list.',
      resolve: positionOf,
    }),
    balance: t.field({
      type: MoneyRef,
      description: 'Balance of the account now.',
      resolve: ({ part: { result } }) => moneyIn(result, 'Balance'),
    }),
    balanceText: t.string({
      description: 'Upstream `Balance`, unparsed.',
      resolve: ({ part: { result } }) => amountTextIn(result, 'Balance'),
    }),
  }),
});

builder.objectField(UserRef, 'accountEntries', (t) =>
  t.field({
    type: AccountEntryConnectionRef,
    description: `Account movements, newest first. ${pageSizes}`,
    price: accountEntries,
    args: {
      first: t.arg.int({ description: 'Number of entries from the start, or after `after`.' }),
      after: t.arg.string({ description: 'Return entries after this cursor.' }),
      last: t.arg.int({ description: 'Number of entries before `before`.' }),
      before: t.arg.string({ description: 'Return entries before this cursor.' }),
    },
    resolve: (_viewer, args, context) => readAccountPage(args, context),
  }),
);
