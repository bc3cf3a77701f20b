import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createClientAddress, isPrivateAddress, networkOf } from '../../../../src/gateway/http/client-address.ts';

const requestFrom = (remoteAddress: string, forwardedFor?: string) =>
  ({
    socket: { remoteAddress },
    headers: forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor },
  }) as IncomingMessage;

describe('The address of a client', () => {
  it('is the other end of the connection, whatever its headers claim', () => {
    const read = createClientAddress(0);
    expect(read(requestFrom('203.0.113.7', '198.51.100.1'))).toBe('203.0.113.7');
    expect(read(requestFrom('::ffff:203.0.113.7'))).toBe('203.0.113.7');
    expect(read(requestFrom('2001:db8::7', '198.51.100.1'))).toBe('2001:db8::7');
  });

  it.each([
    [1, '198.51.100.1', '198.51.100.1'],
    [1, '10.9.9.9, 198.51.100.1', '198.51.100.1'],
    [1, 'spoofed, 127.0.0.1,198.51.100.1 ', '198.51.100.1'],
    [2, '10.9.9.9, 198.51.100.1, 203.0.113.9', '198.51.100.1'],
    [1, '198.51.100.1:51234', '198.51.100.1'],
    [1, '2001:db8::1', '2001:db8::1'],
    [1, '[2001:db8::1]', '2001:db8::1'],
    [1, '[2001:db8::1]:443', '2001:db8::1'],
    [1, '::ffff:198.51.100.1', '198.51.100.1'],
  ])('is what the outermost of %i trusted proxies appended: %s', (proxies, forwardedFor, address) => {
    expect(createClientAddress(proxies)(requestFrom('10.0.0.1', forwardedFor))).toBe(address);
  });

  it.each([
    [1, undefined],
    [1, ''],
    [1, '198.51.100.1,'],
    [1, 'unknown'],
    [1, '198.51.100.1, evil'],
    [1, '198.51.100.256'],
    [1, '198.51.100.1:99:99'],
    [1, '[198.51.100.1]'],
    [1, '<script>'],
    [2, '198.51.100.1'],
  ])('is the other end of the connection where %i trusted proxies left no address: %s', (proxies, forwardedFor) => {
    expect(createClientAddress(proxies)(requestFrom('203.0.113.7', forwardedFor))).toBe('203.0.113.7');
  });
});

describe('What an address counts as', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::6', '2001:db8:1:2::/64'],
    ['2001:db8::6', '2001:db8:0:0::/64'],
    ['2001:db8::5:0:0:0:6', '2001:db8:0:5::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['', ''],
  ])('%s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  it('is nobody of the internet where it is private', () => {
    const own = ['127.0.0.1', '10.1.2.3', '172.16.0.1', '172.31.9.9', '192.168.1.1', '169.254.1.1', '100.64.0.1'];
    const ownOfSix = ['::1', 'fd12:3456::1', 'fc00::1', 'fe80::1'];
    const others = ['172.32.0.1', '172.15.0.1', '192.169.0.1', '100.63.0.1', '100.128.0.1', '11.0.0.1', '2001:db8::1'];
    expect([...own, ...ownOfSix].filter((address) => !isPrivateAddress(address))).toEqual([]);
    expect([...others, '::2', 'fec0::1'].filter(isPrivateAddress)).toEqual([]);
  });
});
