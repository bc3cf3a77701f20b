/** The address that a request comes from, behind proxies of one's own too, and the networks that it counts for in limits. */
import { isIP, isIPv4, isIPv6, type Socket } from 'node:net';
import type { RequestHead } from './router.ts';

/** Reads the address of the client of a request. */
export type ReadClientAddress = (request: Pick<RequestHead, 'headers' | 'socket'>) => string;

/** An IPv4 address within IPv6 in dotted form. */
const MAPPED = /^::ffff:(?=\d+\.)/i;

const groupsOf = (address: string): readonly string[] => {
  const [head = '', tail] = address.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  return [...before, ...Array.from({ length: missing }, () => '0'), ...after];
};

const hexadecimal = (high: string, low: string): string => ((Number(high) << 8) | Number(low)).toString(16);

const numbersOf = (address: string): readonly number[] =>
  groupsOf(
    address.replace(
      /(\d+)\.(\d+)\.(\d+)\.(\d+)$/,
      (_, one: string, two: string, three: string, four: string) =>
        `${hexadecimal(one, two)}:${hexadecimal(three, four)}`,
    ),
  ).map((group) => Number.parseInt(group, 16));

/** What stands in the first 96 bits of IPv6 before an IPv4 address: of a socket for both (RFC 4291), and of a translator (RFC 6052). */
const EMBEDDING: ReadonlySet<string> = new Set(['0,0,0,0,0,65535', '100,65435,0,0,0,0']);

/** The IPv4 address that an IPv6 one carries, in any spelling; else the address. */
const plain = (given: string): string => {
  // As a socket for both names it: by far the most common.
  const address = given.replace(MAPPED, '');
  if (!address.includes(':')) return address;
  const numbers = numbersOf(address);
  const [high = 0, low = 0] = numbers.slice(6);
  return EMBEDDING.has(numbers.slice(0, 6).join(','))
    ? [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.')
    : address;
};

/** The address of the other end of a connection; empty when that has ended. */
export const addressOf = ({ remoteAddress = '' }: Pick<Socket, 'remoteAddress'>): string => plain(remoteAddress);

/** Reads an entry of `X-Forwarded-For`: an address, maybe with a port; null for anything else. */
const readEntry = (entry: string): string | null => {
  const text = entry.trim();
  if (isIP(text) !== 0) return plain(text);
  const [, bracketed, short] = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d{1,5})?$/.exec(text) ?? [];
  const address = bracketed ?? short ?? '';
  return (bracketed === undefined ? isIPv4(address) : isIPv6(address)) ? plain(address) : null;
};

const forwardedOf = ({ headers }: Pick<RequestHead, 'headers'>): readonly string[] => {
  const value = headers['x-forwarded-for'];
  return value === undefined ? [] : String(value).split(',');
};

/**
 * Creates the reader.
 *
 * @param trustedProxies how many proxies of one's own stand in front, each of which appends to `X-Forwarded-For` whom it
 *   heard from: so the client is that entry counted from the right, and what a client writes there itself stands left of
 *   it. With 0, or where that entry is missing or no address, it is the other end of the connection
 */
export const createClientAddress =
  (trustedProxies: number): ReadClientAddress =>
  (request) => {
    const entry = trustedProxies === 0 ? undefined : forwardedOf(request).at(-trustedProxies);
    const forwarded = entry === undefined ? null : readEntry(entry);
    return forwarded ?? addressOf(request.socket);
  };

const PRIVATE =
  /^(?:127\.|10\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|::1$|f[cd][\da-f]{2}:|fe[89ab][\da-f]:)/i;

/** Returns whether an address is of this machine or of a network of one's own, where no client of the internet is. */
const isPrivateAddress = (address: string): boolean => PRIVATE.test(address);

/**
 * The network of an address: IPv4 as it is; of IPv6 as many bits as are not its owner's to choose at will. A line leaves 64, a home 56, a
 * company 48: nobody is given more, so that is a caller.
 */
export const networkOf = (address: string, bits: 64 | 56 | 48 = 48): string => {
  if (!isIPv6(address)) return address;
  const groups = numbersOf(address).slice(0, 4);
  const [last = 0] = groups.splice(3, 1);
  const kept = last & (0xffff << (64 - bits)) & 0xffff;
  return `${[...groups, kept].map((group) => group.toString(16)).join(':')}::/${bits}`;
};

/** Names the network that shares among callers count an address for; null when it counts for none. */
export type CountedNetwork = (address: string) => string | null;

/** Creates what names it: nobody of the internet has a private address, so that is a proxy, and all its clients would count as one. */
export const createCountedNetwork =
  (trustedProxies: number): CountedNetwork =>
  (address) =>
    trustedProxies > 0 || !isPrivateAddress(address) ? networkOf(address) : null;

/** Networks of IPv6 by which addresses are counted: of a line, of a home, of a company. */
const networkBits = [64, 56, 48] as const;

/**
 * Makes a limit for each network that an address is in, of IPv4 for itself alone. The wider a network, the more who live in it, and the
 * fewer of them one attacker has: each may have twice as much as the one before.
 *
 * @param create makes the limit of as many times what an address may have
 * @returns gives the limits of an address, each with the network that it counts
 */
export const byNetwork = <Limit>(
  create: (times: number) => Limit,
): ((address: string) => readonly (readonly [Limit, string])[]) => {
  const all = networkBits.map((bits, at) => [bits, create(2 ** at)] as const);
  const first = all.slice(0, 1);
  return (address) =>
    (isIPv6(address) ? all : first).map(([bits, limit]) => [limit, networkOf(address, bits)] as const);
};
