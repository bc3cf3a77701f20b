/** `AccountEntryConnection`: movements of the caller's account. */
import { hash } from 'node:crypto';
import { InvoiceType } from '../../../contract/codes.ts';
import type { AccountEntry } from '../../../contract/user.ts';
import { allWrittenIn, type Read } from '../../../rest/decoding/decode.ts';
import { orderOfReceipt } from '../../../rest/endpoints/payments.ts';
import type { AccountPage } from '../../../rest/endpoints/user.ts';
import { globalId } from '../../arguments/global-id.ts';
import { badUserInput } from '../../errors/graphql-errors.ts';
import { type ListPage, type PageEdge, readPage } from '../../paging/list-page.ts';
import type { PageArguments } from '../../paging/page-arguments.ts';
import { call, part } from '../../pricing/price.ts';
import { builder } from '../core/builder.ts';
import { cursor, edges, nodeOfEdge, nodes, pageInfo } from '../core/connection.ts';
import type { GatewayContext } from '../core/context.ts';
import { viewFields } from '../core/views.ts';
import { InvoiceRef, invoiceOf } from './invoice.ts';

type Entry = Read<typeof AccountEntry> & { readonly id: string };

type EntryPage = ListPage<Entry, AccountPage>;

/** Reads a page of movements. `first` of the service is 0-based (assumption R23), and it reports no total. */
export const readAccountPage = (page: PageArguments, { loaders }: GatewayContext): Promise<EntryPage> => {
  if (page.first == null && page.last != null && page.before == null) {
    throw badUserInput('"last" needs "before" here, because the service does not report the number of movements.');
  }
  const readPart = async (first: number, count: number) => {
    const view = await loaders.load('accountEntries', { first, count });
    return { rows: identified(view.AccountEntries ?? []), total: null, view };
  };
  return readPage({ name: 'account-entries', keyOf: contentOf, readPart }, page);
};

const contentOf = (entry: Read<typeof AccountEntry>): string => {
  const { Amount, Balance, Description, ReceiptUrl, TimeStamp } = entry;
  return JSON.stringify([Amount, Balance, Description, ReceiptUrl, TimeStamp, allWrittenIn(entry)]);
};

/** Gives each movement of a page its id. Equal ones are counted from the oldest on, so that newer ones do not move them. */
const identified = (entries: AccountPage['AccountEntries'] & object): readonly (Entry | null)[] => {
  const counts = new Map<string, number>();
  const identify = (entry: Read<typeof AccountEntry> | null): Entry | null => {
    if (entry === null) return null;
    const key = hash('sha256', contentOf(entry), 'base64url').slice(0, 22);
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    return { ...entry, id: globalId('AccountEntry', count === 0 ? key : `${key}-${count}`) };
  };
  return entries.toReversed().map(identify).toReversed();
};

const movement = viewFields((entry: Entry) => entry);

const AccountEntryRef = builder.objectRef<Entry>('AccountEntry').implement({
  description: 'One movement of the account.',
  fields: (t) => ({
    id: t.exposeID('id', {
      nullable: false,
      description:
        "Derived from the entry's content, and its number among equal ones of a page: a key for lists and caches, not for `Query.node`.",
    }),
    amount: t.field(movement.money('Amount', 'Amount of the movement; negative for a charge.')),
    amountText: t.string(movement.unparsed('Amount')),
    balance: t.field(movement.money('Balance', 'Balance after the movement.')),
    balanceText: t.string(movement.unparsed('Balance')),
    description: t.exposeString('Description', { description: 'What it was for.' }),
    receiptUrl: t.exposeString('ReceiptUrl', {
      description:
        'Upstream URL of the receipt. It requires the bearer token, so do not link to it: prefer `invoice { downloadUrl }`.',
    }),
    orderId: t.int(
      movement.read('Order behind the movement, taken from `receiptUrl`; null if that names none.', ({ ReceiptUrl }) =>
        orderOfReceipt(ReceiptUrl),
      ),
    ),
    invoice: t.field({
      type: InvoiceRef,
      description:
        'Invoice of that order, ready to open; null if there is none. Costs one upstream call per entry that names an order, whichever fields are selected, because only upstream knows whether it exists.',
      price: (visit) => {
        call(visit, 'getInvoice', `${visit.subject.identity} invoice`, visit.subject.count);
        return part(visit, 'invoice');
      },
      resolve: ({ ReceiptUrl }, _args, context) => {
        const orderId = orderOfReceipt(ReceiptUrl);
        return orderId === null ? null : invoiceOf({ orderId, kind: InvoiceType.Invoice }, context);
      },
    }),
    recordedAt: t.field(movement.instant('TimeStamp', 'When it was recorded.')),
    recordedAtText: t.string(movement.unparsed('TimeStamp')),
  }),
});

const AccountEntryEdgeRef = builder.objectRef<PageEdge<Entry>>('AccountEntryEdge').implement({
  description: 'An entry of `AccountEntryConnection`.',
  fields: (t) => ({
    cursor: t.exposeString('cursor', cursor),
    node: t.expose('node', { type: AccountEntryRef, nullable: false, description: 'The movement.', price: nodeOfEdge }),
  }),
});

const account = viewFields(({ view }: EntryPage) => view);

export const AccountEntryConnectionRef = builder.objectRef<EntryPage>('AccountEntryConnection').implement({
  description: 'A page of account movements. Upstream `AccountResult`.',
  fields: (t) => ({
    edges: t.field({ type: [AccountEntryEdgeRef], description: 'The movements with their cursors.', ...edges }),
    nodes: t.field({ type: [AccountEntryRef], ...nodes }),
    pageInfo: t.field(pageInfo),
    balance: t.field(account.money('Balance', 'Balance of the account now.')),
    balanceText: t.string(account.unparsed('Balance')),
  }),
});
