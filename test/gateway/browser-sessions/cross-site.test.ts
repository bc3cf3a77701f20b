import { describe, expect, it } from 'vitest';
import { isFromOtherSite } from '../../../src/gateway/browser-sessions/cross-site.ts';

const listed = new Set(['https://app.example']);

describe('A request with a session', () => {
  it.each([
    { origin: 'https://gateway.example' },
    { origin: 'https://gateway.example', 'sec-fetch-site': 'same-origin' },
    { origin: 'https://app.example', 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    {},
  ])('is taken from the own site, a listed origin, the address bar and a program: %o', (headers) => {
    expect(isFromOtherSite({ headers: { host: 'gateway.example', ...headers } }, listed)).toBe(false);
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
    { origin: 'https://gateway.example', 'sec-fetch-site': 'cross-site' },
  ])('is refused from any other: %o', (headers) => {
    expect(isFromOtherSite({ headers: { host: 'gateway.example', ...headers } }, listed)).toBe(true);
  });
});
