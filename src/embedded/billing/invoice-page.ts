/** The page of an invoice: its fonts, places and lines, and text that these fonts have. */
import Pdf from 'pdfkit';

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

/** A document that is being written. */
export type Sheet = PDFKit.PDFDocument;

/** Distances in points (1/72 inch) on A4. */
export const page = { width: 595.28, height: 841.89, margin: 56, bottom: 96 } as const;

/** Width of what is written, in points. */
export const CONTENT_WIDTH = page.width - 2 * page.margin;

/** Colours of type, lines and fields. */
export const colours = {
  ink: '#1b2430',
  muted: '#667085',
  line: '#d9dee6',
  field: '#f3f5f9',
  accent: '#14532d',
} as const;

/** The standard fonts, which need not be embedded. */
export const fonts = { regular: 'Helvetica', bold: 'Helvetica-Bold' } as const;

/** The seller. The demonstration marketplace exists on paper only. */
export const seller = {
  name: 'Demo Marketplace Ltd',
  lines: ['1 Example Square', 'Valletta VLT 0000, Malta', 'accounts@marketplace.example'],
  vatNumber: 'MT 0000 0000',
} as const;

/** Typesetting of a text. */
export interface TextStyle {
  readonly font?: string;
  readonly size?: number;
  readonly colour?: string;
  readonly width?: number;
  readonly align?: 'left' | 'right';
}

/** Writes a text at a place and gives the height it took; letters that the fonts lack are replaced. */
export const write = (sheet: Sheet, text: string, x: number, y: number, style: TextStyle = {}): number => {
  const { font = fonts.regular, size = 9.5, colour = colours.ink, width = CONTENT_WIDTH, align = 'left' } = style;
  const shown = latinText(text);
  const options = { width, align, lineGap: 2 };
  sheet.font(font).fontSize(size).fillColor(colour);
  const height = sheet.heightOfString(shown, options);
  sheet.text(shown, x, y, options);
  return height;
};

/** Draws a line across the page. */
export const rule = (sheet: Sheet, y: number, x: number = page.margin, colour: string = colours.line): void => {
  sheet
    .moveTo(x, y)
    .lineTo(page.width - page.margin, y)
    .lineWidth(0.75)
    .strokeColor(colour)
    .stroke();
};

/** Draws the sign of the seller and its name beside it. */
export const drawSign = (sheet: Sheet, x: number, y: number): void => {
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
export const writeFooters = (sheet: Sheet, title: string): void => {
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
export const openSheet = (title: string, issuedAt: number): Sheet =>
  new Pdf({
    size: 'A4',
    margin: page.margin,
    bufferPages: true,
    lang: 'en',
    displayTitle: true,
    info: { Title: title, Author: seller.name, CreationDate: new Date(issuedAt), ModDate: new Date(issuedAt) },
  });

/** Finishes a document and gives its bytes. */
export const closeSheet = async (sheet: Sheet): Promise<Uint8Array<ArrayBuffer>> => {
  const chunks: Buffer[] = [];
  sheet.end();
  for await (const chunk of sheet) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
};
