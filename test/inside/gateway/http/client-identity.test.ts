import { describe, expect, it } from 'vitest';
import { ClientIdentity } from '../../../../src/gateway/http/client-identity.ts';
import type { RequestHead } from '../../../../src/http1/message.ts';

const headers = { authorization: 'Bearer abc', 'apollographql-client-name': 'ios' };
const socket = { remoteAddress: '192.0.2.1', destroyed: false, writable: true };

/** An identity, and how often its request was looked at. */
const countReads = () => {
  const reads = { address: 0, headers: 0 };
  const request: Pick<RequestHead, 'headers' | 'socket'> = {
    socket,
    get headers() {
      reads.headers += 1;
      return headers;
    },
  };
  const readAddress = (): string => {
    reads.address += 1;
    return socket.remoteAddress;
  };
  return { reads, client: new ClientIdentity(request, readAddress) };
};

describe('The identity of a client', () => {
  it('reads nothing that is not asked for', () => {
    const { reads } = countReads();
    expect(reads).toEqual({ address: 0, headers: 0 });
  });

  it('reads each part once, however many ask for it', () => {
    const { reads, client } = countReads();
    const read = () => [client.address, client.readToken()?.reveal(), client.authentication.kind, client.name?.name];
    expect(read()).toEqual(['192.0.2.1', 'abc', 'bearer', 'ios']);
    expect(read()).toEqual(['192.0.2.1', 'abc', 'bearer', 'ios']);
    expect(reads).toEqual({ address: 1, headers: 2 });
  });

  it('reads once that a client gives no name', () => {
    let reads = 0;
    const request = {
      socket,
      get headers() {
        reads += 1;
        return {};
      },
    };
    const client = new ClientIdentity(request, () => '');
    expect([client.name, client.name, reads]).toEqual([null, null, 1]);
  });

  it('refuses a header that is no bearer token whenever the token is needed, and not before', () => {
    const client = new ClientIdentity({ headers: { authorization: 'Bearer a b' }, socket }, () => '');
    expect(client.authentication.kind).toBe('unreadable');
    expect(() => client.readToken()).toThrow('Bearer');
    expect(() => client.readToken()).toThrow('Bearer');
  });
});
