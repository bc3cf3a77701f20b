/** Clients of operations that no request brings. */
import { createClientAddress } from '../../src/gateway/http/client-address.ts';
import { ClientIdentity, createCallers } from '../../src/gateway/http/client-identity.ts';

/** A client at an address, with the headers given. */
export const clientAt = (remoteAddress: string, headers: Readonly<Record<string, string>> = {}): ClientIdentity =>
  new ClientIdentity(
    { headers, socket: { remoteAddress, destroyed: false, writable: true } },
    createClientAddress(0),
    createCallers(() => null),
  );
