/** A crowd of phones, of which each has a token and an address of its own. */

/** The phones that send requests in turn. */
export interface Phones {
  readonly count: number;
  /** The number of the one that begins, counted from 0. */
  readonly first: number;
}

/** What a phone says of itself behind a proxy. */
export const headersOfPhone = (number: number): Readonly<Record<string, string>> => ({
  authorization: `Bearer phone.${String(number).padStart(7, '0')}`,
  'x-forwarded-for': `10.${Math.floor(number / 65_536)}.${Math.floor(number / 256) % 256}.${number % 256}`,
});
