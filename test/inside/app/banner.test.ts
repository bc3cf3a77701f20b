import { describe, expect, it } from 'vitest';
import type { App } from '../../../src/app/app.ts';
import { bannerText } from '../../../src/app/banner.ts';
import { type Config, readConfig } from '../../../src/config/config.ts';

const configOf = (env: Record<string, string>): Config => {
  const { config } = readConfig(env);
  if (config === null) throw new Error('mistaken');
  return config;
};

const appAt = (url: string, { embedded = null, graphiql = true }: Partial<App> = {}): App => ({
  url: new URL(url),
  embedded,
  graphiql,
  stop: async () => {},
  [Symbol.asyncDispose]: async () => {},
});

const demo = { username: 'ann', password: 'ann-password', accessToken: 'abc123' };

describe('bannerText', () => {
  const embedded = { origin: new URL('http://127.0.0.1:4001'), demo };

  it('gives links, the accounts and a token of the embedded service, in 80 columns but for the token', () => {
    const text = bannerText(appAt('http://127.0.0.1:4000', { embedded }), configOf({}), false);
    expect(text).toMatch(/Start here +http:\/\/localhost:4000\/\n/);
    expect(text).toMatch(/GraphiQL +http:\/\/localhost:4000\/graphql\n/);
    expect(text).toMatch(/Embedded service +http:\/\/localhost:4001\/\n/);
    expect(text).toMatch(/Demo accounts +seller, agent, tester, newcomer \(password: ann-password\)\n/);
    expect(text).toContain('Authorization: Bearer abc123');
    expect(text).toContain('EMBEDDED_DATA=file');
    expect(text).not.toMatch(/127\.0\.0\.1|example/);
    expect(text.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });

  it('says how to run the React example where it is there, and which endpoint it shall use', () => {
    const at = (url: string): string => bannerText(appAt(url, { embedded }), configOf({}), true);
    expect(at('http://127.0.0.1:4000')).toMatch(
      /React example +npm ci --prefix examples\/react-apollo\n +npm run dev --prefix examples\/react-apollo\n/,
    );
    expect(at('http://127.0.0.1:5000')).toContain('export GATEWAY_URL=http://localhost:5000/\n');
  });

  it('gives the address of a remote service, and no account', () => {
    const config = configOf({ LISTINGS_API_URL: 'https://listings.example.com/api', GRAPHIQL: 'off' });
    const text = bannerText(appAt('http://127.0.0.1:4000', { graphiql: false }), config, true);
    expect(text).toContain('https://listings.example.com/api');
    expect(text).toMatch(/GraphQL +http/);
    expect(text).not.toMatch(/GraphiQL|Demo|React/);
  });

  it('gives links that a browser can open, on every interface and on one', () => {
    const linkAt = (url: string): string => bannerText(appAt(url), configOf({}), false);
    for (const host of ['0.0.0.0', '[::]', '[::1]']) {
      expect(linkAt(`http://${host}:4000`)).toContain('http://localhost:4000/graphql');
    }
    expect(linkAt('http://127.0.0.2:4000')).toContain('http://127.0.0.2:4000/graphql');
    expect(linkAt('http://192.0.2.7:4000')).toContain('http://192.0.2.7:4000/graphql');
  });
});
