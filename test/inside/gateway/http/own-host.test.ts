import { describe, expect, it } from 'vitest';
import { isOwnHost } from '../../../../src/gateway/http/own-host.ts';

const own = [
  'localhost',
  'LocalHost:4000',
  'gateway.localhost',
  'a.b.localhost:80',
  '127.0.0.1',
  '127.0.0.1:4000',
  '127.255.1.2:65535',
  '[::1]',
  '[::1]:4000',
];

/** What an attacker may call a site, or have a browser send. */
const foreign = [
  undefined,
  '',
  'evil.example',
  'evil.example:4000',
  'localhost.evil.example',
  'evil-localhost',
  'evil.example:4000.localhost.evil.example',
  '127.0.0.1.evil.example',
  '127.evil.0.1',
  '127.0.0.1evil.example',
  '1127.0.0.1',
  '128.0.0.1',
  '10.0.0.1:4000',
  '0.0.0.0:4000',
  'localhost.',
  '[::2]',
  '[::1]evil.example',
  '::1',
  'localhost, evil.example',
  'evil.example#localhost',
  'localhost\u0000.evil.example',
];

describe('isOwnHost', () => {
  it.each(own)('takes %j for a name of this machine', (host) => {
    expect(isOwnHost(host, [])).toBe(true);
  });

  it.each(foreign)('does not take %j for one', (host) => {
    expect(isOwnHost(host, ['192.168.1.5'])).toBe(false);
  });

  it.each([
    ['192.168.1.5', '192.168.1.5:4000'],
    ['fd00::5', '[fd00::5]:4000'],
    ['[fd00::5]', '[FD00::5]'],
    ['Gateway.Example', 'gateway.example:4000'],
  ])('takes what is configured, %j, for one: %j', (other, host) => {
    expect(isOwnHost(host, ['other.example', other])).toBe(true);
    expect(isOwnHost(`evil-${host}`, ['other.example', other])).toBe(false);
  });
});
