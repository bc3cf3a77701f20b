/** Values in DER, the form that X.509 certificates have. */

/** Puts a tag and the length before a content. */
export const tagged = (tag: number, ...parts: readonly Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag, ...lengthOf(content)]), content]);
};

const lengthOf = ({ length }: Buffer): readonly number[] => {
  if (length < 0x80) return [length];
  return length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
};

export const sequence = (...parts: readonly Buffer[]): Buffer => tagged(0x30, ...parts);
export const set = (...parts: readonly Buffer[]): Buffer => tagged(0x31, ...parts);
export const explicit = (number: number, content: Buffer): Buffer => tagged(0xa0 + number, content);
export const boolean = (value: boolean): Buffer => tagged(0x01, Buffer.from([value ? 0xff : 0]));
/** Writes a number that is not negative from its bytes, the first of which is below 0x80. */
export const integer = (bytes: Buffer): Buffer => tagged(0x02, bytes);
/** Writes a string of bits from whole bytes. */
export const bitString = (bytes: Buffer): Buffer => tagged(0x03, Buffer.from([0]), bytes);
export const octetString = (bytes: Buffer): Buffer => tagged(0x04, bytes);
/** Writes an object identifier from its encoded form in hexadecimal digits. */
export const oid = (encoded: string): Buffer => tagged(0x06, Buffer.from(encoded, 'hex'));
export const utf8 = (text: string): Buffer => tagged(0x0c, Buffer.from(text));
/** Writes a time before 2050, to the second. */
export const utcTime = (time: Date): Buffer =>
  tagged(0x17, Buffer.from(`${time.toISOString().slice(2, 19).replaceAll(/\D/g, '')}Z`));
