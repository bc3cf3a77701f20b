/** Writes invoices and proformas as PDF. */
import { InvoiceType } from '../../contract/codes.ts';
import { writeLines } from './invoice-lines.ts';
import {
  CONTENT_WIDTH,
  type Sheet,
  closeSheet,
  colours,
  drawSign,
  fonts,
  openSheet,
  page,
  seller,
  write,
  writeFooters,
} from './invoice-page.ts';
import type { Order } from './invoices.ts';

const PROFORMA_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Europe/Malta' });

const isProforma = (type: number): boolean => type === InvoiceType.Proforma;

const titleOf = ({ id }: Order, type: number): string => `${isProforma(type) ? 'Proforma invoice' : 'Invoice'} ${id}`;

const writeBlock = (sheet: Sheet, head: string, lines: readonly string[], x: number, y: number): number => {
  const width = 150;
  let at = y + write(sheet, head, x, y, { font: fonts.bold, size: 8.5, colour: colours.muted, width }) + 5;
  for (const [index, line] of lines.entries()) {
    at += write(sheet, line, x, at, { width, font: index === 0 ? fonts.bold : fonts.regular }) + 1;
  }
  return at;
};

const writeHead = (sheet: Sheet, order: Order, type: number): number => {
  const { buyer, id, orderedAt } = order;
  const [left, middle, right] = [page.margin, page.margin + 168, page.margin + 336];
  drawSign(sheet, left, page.margin);
  const style = { width: CONTENT_WIDTH, align: 'right' } as const;
  write(sheet, isProforma(type) ? 'Proforma invoice' : 'Invoice', left, page.margin, {
    ...style,
    font: fonts.bold,
    size: 21,
  });
  write(sheet, `No. ${id}`, left, page.margin + 26, { ...style, size: 10.5, colour: colours.muted });
  const names = buyer.company === null ? [buyer.name] : [buyer.company, buyer.name];
  const vat = buyer.vatNumber === null ? [] : [`VAT ${buyer.vatNumber}`];
  const y = page.margin + 74;
  const issued = dates.format(orderedAt);
  const until = dates.format(orderedAt + PROFORMA_DAYS * DAY_MS);
  const ends = [
    writeBlock(sheet, 'Billed to', [...names, buyer.email, ...vat], left, y),
    writeBlock(sheet, 'From', [seller.name, ...seller.lines, `VAT ${seller.vatNumber}`], middle, y),
    writeBlock(
      sheet,
      'Details',
      [
        `Order ${id}`,
        `Account ${buyer.accountNumber}`,
        `Issued ${issued}`,
        isProforma(type) ? `Valid until ${until}` : `Paid ${issued}`,
      ],
      right,
      y,
    ),
  ];
  return Math.max(...ends) + 26;
};

const closingWords = (type: number): string =>
  isProforma(type)
    ? 'This is an offer and no tax invoice. The invoice follows once the payment has been received.'
    : 'Paid in full. Thank you for your custom.';

/**
 * Writes the document of an order on A4: seller and buyer, dates, the lines with their VAT, and the totals. The same order
 * always gives the same bytes.
 *
 * @param type a code of `InvoiceType`
 */
export const writeInvoice = (order: Order, type: number): Promise<Uint8Array<ArrayBuffer>> => {
  const title = titleOf(order, type);
  const sheet = openSheet(title, order.orderedAt);
  const end = writeLines(sheet, order, writeHead(sheet, order, type));
  write(sheet, closingWords(type), page.margin, end + 26, { colour: colours.muted });
  writeFooters(sheet, title);
  return closeSheet(sheet);
};
