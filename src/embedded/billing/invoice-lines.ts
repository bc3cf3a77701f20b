/** The table of what was ordered, and the sums below it, with value added tax. */
import { type Sheet, type TextStyle, colours, fonts, page, rule, write } from './invoice-page.ts';
import type { Order, OrderLine } from './invoices.ts';

/** The rate in per cent at which everything on the marketplace is taxed. */
export const VAT_PERCENT = 18;

/** The net part of a price in cents that includes VAT, rounded to the cent. */
export const netOfCents = (grossCents: number): number => Math.round((grossCents * 100) / (100 + VAT_PERCENT));

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

const writeHead = (sheet: Sheet, y: number): number => {
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
export const writeLines = (sheet: Sheet, order: Order, y: number): number => {
  let at = writeHead(sheet, y);
  for (const line of order.lines) {
    const top = ensureSpace(sheet, at, ROW_LEAST + 40);
    at = writeRow(sheet, line, top === at ? at : writeHead(sheet, top));
  }
  return writeSums(sheet, order, ensureSpace(sheet, at, 110));
};
