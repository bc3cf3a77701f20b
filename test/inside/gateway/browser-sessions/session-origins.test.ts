import { describe, expect, it } from 'vitest';
import { isFromOtherSite } from '../../../../src/gateway/browser-sessions/session-origins.ts';

const origins = { listed: new Set(['https://app.example']), isSecure: true };

describe('A request with a session', () => {
  it.each([
    { origin: 'https://gateway.example' },
    { origin: 'https://gateway.example', 'sec-fetch-site': 'same-origin' },
    { origin: 'https://app.example', 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'same-site', 'sec-fetch-dest': 'document' },
    { 'sec-fetch-site': 'none' },
    {},
  ])('is taken from the own site, a listed origin, the address bar and a program: %o', (headers) => {
    expect(isFromOtherSite({ headers: { host: 'gateway.example', ...headers } }, origins)).toBe(false);
  });

  it.each([
    { origin: 'https://evil.example' },
    { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
    { origin: 'null' },
    { origin: '' },
    { origin: 'https://app.example.evil.example' },
    { origin: 'https://app.example:8443' },
    { origin: 'http://app.example' },
    { origin: 'https://sub.gateway.example' },
    { origin: 'https://gateway.example:8443' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'same-site', 'sec-fetch-dest': 'image' },
    { 'sec-fetch-site': 'same-site', 'sec-fetch-dest': 'iframe' },
    { origin: 'https://gateway.example', 'sec-fetch-site': 'cross-site' },
    // The same name in a form that no browser sends, or without TLS, where anyone on the network can write the page.
    { origin: 'http://gateway.example' },
    { origin: 'HTTPS://gateway.example' },
    { origin: 'https://GATEWAY.example' },
    { origin: 'https://gateway.example.' },
    { origin: 'https://gateway.example/' },
    { origin: 'https://gateway.example:443' },
    { origin: 'https://user@gateway.example' },
    { origin: 'https://gateway.example, https://evil.example' },
    { origin: 'ftp://gateway.example' },
    { origin: 'app://gateway.example' },
    { origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' },
    { origin: 'https://evil.example', forwarded: 'host=evil.example' },
  ])('is refused from any other: %o', (headers) => {
    expect(isFromOtherSite({ headers: { host: 'gateway.example', ...headers } }, origins)).toBe(true);
  });

  it.each([
    ['https://gateway.example', 'gateway.example:443', true],
    ['https://gateway.example', 'Gateway.Example', true],
    ['https://gateway.example:8443', 'gateway.example:8443', true],
    ['https://gateway.example:8443', 'gateway.example', false],
    ['http://localhost:4000', 'localhost:4000', true],
    ['http://127.0.0.1:4000', '127.0.0.1:4000', true],
    ['http://[::1]:4000', '[::1]:4000', true],
    ['http://localhost:4000', 'localhost:4001', false],
    ['https://gateway.example', undefined, false],
    ['https://gateway.example', 'gateway.example@evil.example', false],
  ])('from %s is of the own site at the host %s: %s', (origin, host, isOwn) => {
    expect(isFromOtherSite({ headers: { origin, host } }, origins)).toBe(!isOwn);
  });

  it('may come without TLS where the gateway has none', () => {
    const headers = { origin: 'http://gateway.example', host: 'gateway.example' };
    expect(isFromOtherSite({ headers }, { ...origins, isSecure: false })).toBe(false);
  });
});
