/** Settings that are addresses: origins, and that of an HTTP proxy. */
import { Secret } from '../../upstream/call/credentials.ts';
import type { ServiceProxy } from '../../upstream/connector.ts';
import { type Kind, maskAddress, serviceUrl } from './kinds.ts';

/** An origin: scheme, host and port. */
export const origin: Kind<URL> = {
  expected: 'an http:// or https:// origin without path, query or fragment',
  parse: (text) => {
    const url = serviceUrl.parse(text);
    return url === undefined || url.pathname !== '/' ? undefined : url;
  },
  mask: maskAddress,
};

const isWebOrigin = (text: string): boolean => {
  const url = origin.parse(text);
  return url !== undefined && url.origin === text && !text.includes('*');
};

/** Whether it is an origin of web pages with a label that is `*`, before a name that has more than one label of its own. */
const isPattern = (text: string): boolean =>
  /^https?:\/\/\*\.(?:[^.]+\.[^.]|localhost(?::|$))/.test(text) && isWebOrigin(text.replace('*', 'a'));

/** Schemes whose pages have no origin, and name it `null`, and those that pages do not have. */
const NO_ORIGIN = ['file', 'data', 'blob', 'about', 'javascript', 'ws', 'wss'];

/** Whether it is the origin of pages in an app, e.g. `capacitor://localhost`, and not that of web pages written wrongly. */
const isAppOrigin = (text: string): boolean => {
  const scheme = /^([a-z][a-z\d+.-]*):\/\/[a-z\d]([a-z\d._-]*[a-z\d])?(?::\d{1,5})?$/.exec(text)?.[1];
  return scheme !== undefined && !NO_ORIGIN.includes(scheme) && !/^ht|tt?ps?$/.test(scheme);
};

const isOrigin = (text: string): boolean => isWebOrigin(text) || isPattern(text) || isAppOrigin(text);

/** Origins, separated by commas; `localhost` stands for every origin of this machine, `none` for no origin. */
export const originList: Kind<string> = {
  expected:
    'comma-separated origins like https://shop.example, https://*.shop.example or capacitor://localhost, localhost for all of this machine, or none',
  parse: (text) => {
    const origins = text.split(',').map((each) => each.trim());
    return text === 'none' || origins.every((each) => each === 'localhost' || isOrigin(each))
      ? origins.join(',')
      : undefined;
  },
  hint: (text) =>
    text.split(',').some((each) => isOrigin(each.trim().replace(/\/+$/, '')) && !isOrigin(each.trim()))
      ? 'Remove the trailing slash: an origin ends with its host or port.'
      : undefined,
  mask: maskAddress,
};

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
