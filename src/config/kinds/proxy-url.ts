/** The address of an HTTP proxy, as a setting has it. */
import { Secret } from '../../upstream/call/credentials.ts';
import type { ServiceProxy } from '../../upstream/connector.ts';
import type { Kind } from './kind.ts';

const isDecodable = (text: string): boolean => {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
};

/** The address of an HTTP proxy, which may hold a password. Name and password are never shown. */
export const proxyUrl: Kind<ServiceProxy> = {
  expected: 'an http:// or https:// address without a path: http://[name:password@]host[:port]',
  parse: (text) => {
    if (!/^https?:\/\/[^/]/i.test(text) || /[\s?#]/.test(text) || !URL.canParse(text)) return undefined;
    const { origin, pathname, username, password } = new URL(text);
    if (pathname !== '/' || !isDecodable(username) || !isDecodable(password)) return undefined;
    const user = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    return {
      origin: new URL(origin),
      authorization: user === ':' ? null : new Secret(`Basic ${Buffer.from(user).toString('base64')}`),
    };
  },
  // Of what is no such address nobody knows which part is the password.
  mask: (text) =>
    proxyUrl.parse(text) === undefined
      ? text.replace(/^(https?:\/\/)?.*$/is, '$1[redacted]')
      : text.replace(/\/\/.*@/, '//[redacted]@'),
  isSecret: true,
};
