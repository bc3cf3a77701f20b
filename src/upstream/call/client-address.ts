/** The address of the client on whose behalf the gateway calls the service. */
import { isIPv4, isIPv6 } from 'node:net';

/** Headers in which that can go: one of them, or none. */
export const clientAddressForms = ['off', 'x-forwarded-for', 'forwarded'] as const;

/** One of them. */
export type ClientAddressForm = (typeof clientAddressForms)[number];

/**
 * Writes the value of the header that names a client; null for what is no address. What names the interface of an address of a
 * link (`fe80::1%eth0`) says something of this machine alone.
 */
export const writeClientAddress = (form: Exclude<ClientAddressForm, 'off'>, address: string): string | null => {
  const [plain = ''] = address.split('%', 1);
  if (isIPv4(plain)) return form === 'forwarded' ? `for=${plain}` : plain;
  if (!isIPv6(plain)) return null;
  // RFC 7239, 6: in brackets, and so in quotes.
  return form === 'forwarded' ? `for="[${plain}]"` : plain;
};
