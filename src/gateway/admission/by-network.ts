/** Limits by address, of which IPv6 has too many: one rule for all that count by it. */
import { isIPv6 } from 'node:net';
import { networkOf } from '../http/client-address.ts';

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
