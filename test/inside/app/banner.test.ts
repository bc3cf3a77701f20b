import { describe, expect, it } from 'vitest';
import type { App } from '../../../src/app/app.ts';
import { bannerText } from '../../../src/app/banner.ts';
import { configOf } from '../../support/config-of.ts';

const appAt = (url: string, { embedded = null, graphiql = true }: Partial<App> = {}): App => ({
  url: new URL(url),
  embedded,
  graphiql,
  stop: async () => {},
  [Symbol.asyncDispose]: async () => {},
});

describe('bannerText', () => {
  it('gives the address of a remote service, and no account', () => {
    const config = configOf({ LISTINGS_API_URL: 'https://listings.example.com/api', GRAPHIQL: 'off' });
    const text = bannerText(appAt('http://127.0.0.1:4000', { graphiql: false }), config, true);
    expect(text).toContain('https://listings.example.com/api');
    expect(text).toMatch(/GraphQL +http/);
    expect(text).not.toMatch(/GraphiQL|Demo|React/);
  });

  it('gives links that a browser can open, on every interface and on one', () => {
    const linkAt = (url: string): string => bannerText(appAt(url), configOf(), false);
    for (const host of ['0.0.0.0', '[::]', '[::1]']) {
      expect(linkAt(`http://${host}:4000`)).toContain('http://localhost:4000/graphql');
    }
    expect(linkAt('http://127.0.0.2:4000')).toContain('http://127.0.0.2:4000/graphql');
    expect(linkAt('http://192.0.2.7:4000')).toContain('http://192.0.2.7:4000/graphql');
  });
});
