/** Writes invoices and proformas as PDF: the page, the table of what was ordered, and what is around it. */
import Pdf from 'pdfkit';
import { InvoiceType } from '../../contract/codes.ts';
import type { Order } from './invoices.ts';

type OrderLine = Order['lines'][number];

/** Characters that the standard fonts of PDF lack: they have ASCII, Latin-1 and a few more. */
const unavailable = /[^\u0020-\u007e\u00a0-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/gu;

/** Letters that do not come apart into a base and a mark. */
const plainLetters: ReadonlyMap<string, string> = new Map([
  ['ħ', 'h'],
  ['Ħ', 'H'],
  ['ł', 'l'],
  ['Ł', 'L'],
  ['đ', 'd'],
  ['Đ', 'D'],
  ['ı', 'i'],
]);

const replaceCharacter = (character: string): string =>
  plainLetters.get(character) ??
  character
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .replaceAll(unavailable, '?');

/** Writes a text without the letters the standard fonts of PDF lack: `Ħal Għaxaq` becomes `Hal Ghaxaq`, `日` a `?`. */
const latinText = (text: string): string =>
  text.normalize('NFC').replaceAll(/\s+/gu, ' ').replaceAll(unavailable, replaceCharacter);

type Sheet = PDFKit.PDFDocument;

/** Distances in points (1/72 inch) on A4. */
const page = { width: 595.28, height: 841.89, margin: 56, bottom: 96 } as const;

const CONTENT_WIDTH = page.width - 2 * page.margin;

const colours = {
  ink: '#1b2430',
  muted: '#667085',
  line: '#d9dee6',
  field: '#f3f5f9',
  accent: '#14532d',
} as const;

/** The standard fonts, which need not be embedded. */
const fonts = { regular: 'Helvetica', bold: 'Helvetica-Bold' } as const;

/** The seller. The demonstration marketplace exists on paper only. */
const seller = {
  name: 'Demo Marketplace Ltd',
  lines: ['1 Example Square', 'Valletta VLT 0000, Malta', 'accounts@marketplace.example'],
  vatNumber: 'MT 0000 0000',
} as const;

interface TextStyle {
  readonly font?: string;
  readonly size?: number;
  readonly colour?: string;
  readonly width?: number;
  readonly align?: 'left' | 'right';
}

/** Writes a text at a place and gives the height it took; letters that the fonts lack are replaced. */
const write = (sheet: Sheet, text: string, x: number, y: number, style: TextStyle = {}): number => {
  const { font = fonts.regular, size = 9.5, colour = colours.ink, width = CONTENT_WIDTH, align = 'left' } = style;
  const shown = latinText(text);
  const options = { width, align, lineGap: 2 };
  sheet.font(font).fontSize(size).fillColor(colour);
  const height = sheet.heightOfString(shown, options);
  sheet.text(shown, x, y, options);
  return height;
};

const rule = (sheet: Sheet, y: number, x: number = page.margin, colour: string = colours.line): void => {
  sheet
    .moveTo(x, y)
    .lineTo(page.width - page.margin, y)
    .lineWidth(0.75)
    .strokeColor(colour)
    .stroke();
};

const drawSign = (sheet: Sheet, x: number, y: number): void => {
  sheet.roundedRect(x, y, 34, 34, 7).fill(colours.accent);
  sheet
    .moveTo(x + 9, y + 24)
    .lineTo(x + 9, y + 11)
    .lineTo(x + 17, y + 19)
    .lineTo(x + 25, y + 11)
    .lineTo(x + 25, y + 24)
    .lineWidth(3)
    .lineJoin('round')
    .strokeColor('#ffffff')
    .stroke();
  write(sheet, 'Demo', x + 44, y + 4, { font: fonts.bold, size: 12 });
  write(sheet, 'Marketplace', x + 44, y + 18, { size: 12, colour: colours.muted });
};

/** Writes the foot of every page: who issued the document, and which page of how many it is. */
const writeFooters = (sheet: Sheet, title: string): void => {
  const { start, count } = sheet.bufferedPageRange();
  for (let index = start; index < start + count; index += 1) {
    sheet.switchToPage(index);
    // Below the bottom margin pdfkit would begin a new page.
    sheet.page.margins.bottom = 0;
    const y = page.height - 62;
    const style = { size: 8, colour: colours.muted };
    rule(sheet, y - 10);
    write(sheet, `${seller.name} · ${seller.lines.join(' · ')} · VAT ${seller.vatNumber}`, page.margin, y, style);
    write(sheet, 'Issued by a demonstration service: no tax document, no payment is due.', page.margin, y + 12, style);
    write(sheet, `${title} · page ${index + 1} of ${count}`, page.margin, y + 12, { ...style, align: 'right' });
  }
};

/** Opens a document of A4 pages. Nothing in it depends on when it is written. */
const openSheet = (title: string, issuedAt: number): Sheet =>
  new Pdf({
    size: 'A4',
    margin: page.margin,
    bufferPages: true,
    lang: 'en',
    displayTitle: true,
    info: { Title: title, Author: seller.name, CreationDate: new Date(issuedAt), ModDate: new Date(issuedAt) },
  });

const closeSheet = async (sheet: Sheet): Promise<Uint8Array<ArrayBuffer>> => {
  const chunks: Buffer[] = [];
  sheet.end();
  for await (const chunk of sheet) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
};

const amounts = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2 });

const money = (cents: number): string => amounts.format(cents / 100);

interface Column {
  readonly head: string;
  readonly x: number;
  readonly width: number;
  readonly align: 'left' | 'right';
  readonly read: (line: OrderLine) => string;
}

const PADDING = 8;
const right = page.width - page.margin - PADDING;

const column = (head: string, end: number, width: number, read: Column['read']): Column => ({
  head,
  x: end - width,
  width,
  align: 'right',
  read,
});

const columns: readonly Column[] = [
  {
    head: 'Description',
    x: page.margin + PADDING,
    width: 218,
    align: 'left',
    read: ({ description }) => description,
  },
  column('Quantity', right - 204, 44, ({ quantity }) => String(quantity)),
  column('Unit net', right - 136, 60, ({ unitNetCents }) => money(unitNetCents)),
  column('VAT', right - 72, 54, ({ vatCents }) => money(vatCents)),
  column('Amount', right, 66, ({ totalCents }) => money(totalCents)),
];

const writeTableHead = (sheet: Sheet, y: number): number => {
  sheet.rect(page.margin, y, page.width - 2 * page.margin, 24).fill(colours.field);
  for (const { head, x, width, align } of columns) {
    write(sheet, head, x, y + 8, { font: fonts.bold, size: 8.5, colour: colours.muted, width, align });
  }
  return y + 24;
};

/** Goes on at the top of another page when less than `height` is left of this one. */
const ensureSpace = (sheet: Sheet, y: number, height: number): number => {
  if (y + height <= page.height - page.bottom) return y;
  sheet.addPage();
  return page.margin;
};

const ROW_LEAST = 34;

const writeRow = (sheet: Sheet, line: OrderLine, y: number): number => {
  const heights = columns.map(({ x, width, align, read }) => write(sheet, read(line), x, y + 9, { width, align }));
  const bottom = y + Math.max(...heights) + 16;
  rule(sheet, bottom);
  return bottom;
};

const writeSums = (sheet: Sheet, order: Order, y: number): number => {
  const vatCents = order.lines.reduce((sum, line) => sum + line.vatCents, 0);
  const sums: readonly [string, number, TextStyle][] = [
    ['Net', order.totalCents - vatCents, {}],
    [`VAT ${order.vatPercent} %`, vatCents, {}],
    ['Total EUR', order.totalCents, { font: fonts.bold, size: 12.5 }],
  ];
  const x = right - 200;
  let at = y + 14;
  for (const [label, cents, style] of sums) {
    const isTotal = style.font !== undefined;
    if (isTotal) {
      rule(sheet, at, x, colours.ink);
      at += 9;
    }
    write(sheet, label, x, at, { colour: isTotal ? colours.ink : colours.muted, ...style, width: 110 });
    at += write(sheet, money(cents), x, at, { ...style, width: 200, align: 'right' }) + 6;
  }
  return at;
};

/**
 * Writes the lines of an order and their sums, on as many pages as they need; the head of the table is repeated.
 *
 * @param y where to begin, in points from the top
 * @returns where the sums end
 */
const writeLines = (sheet: Sheet, order: Order, y: number): number => {
  let at = writeTableHead(sheet, y);
  for (const line of order.lines) {
    const top = ensureSpace(sheet, at, ROW_LEAST + 40);
    at = writeRow(sheet, line, top === at ? at : writeTableHead(sheet, top));
  }
  return writeSums(sheet, order, ensureSpace(sheet, at, 110));
};

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
