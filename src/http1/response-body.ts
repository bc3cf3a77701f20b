/** The body of a response: text, bytes, or pieces of bytes, which are sent one after the other without being copied. */
export type ResponseBody = string | Buffer | readonly Buffer[];

/** Length of a body in bytes. */
export const byteLengthOf = (body: ResponseBody): number =>
  typeof body === 'string' || Buffer.isBuffer(body)
    ? Buffer.byteLength(body)
    : body.reduce((length, piece) => length + piece.length, 0);

/** The whole of a body, for what takes no pieces. */
export const bytesOf = (body: ResponseBody): Buffer => {
  if (typeof body === 'string') return Buffer.from(body);
  return Buffer.isBuffer(body) ? body : Buffer.concat(body);
};
