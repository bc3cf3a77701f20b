/** Kinds of values that are of the service, of Redis or of the embedded service. */
import { FaultPlan, FaultSyntaxError } from '../embedded/faults/fault-plan.ts';
import { parseRedisAddress } from '../redis/redis-address.ts';
import { Secret } from '../rest/call/credentials.ts';
import type { ServiceProxy } from '../rest/connections.ts';
import type { Kind } from '../settings/kinds.ts';

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

/** A secret. It is never shown. */
export const secret: Kind<Secret> = {
  expected: 'a text',
  parse: (text) => new Secret(text),
  mask: () => '[redacted]',
  isSecret: true,
};

/** Address of Redis, perhaps with a password. Name and password are never shown. */
export const redisUrl: Kind<Secret> = {
  expected:
    'an address of Redis: redis[s]://[name:password@]host[:port][,host[:port]…][/database], or redis[s]+sentinel://[name:password@]sentinel[:port][,…]/primary[/database]',
  parse: (text) => (parseRedisAddress(text) === null ? undefined : new Secret(text)),
  // Of what is no address nobody knows which part is the password.
  mask: (text) =>
    parseRedisAddress(text) === null
      ? text.replace(/^(rediss?(?:\+sentinel)?:\/\/)?.*$/is, '$1[redacted]')
      : text.replace(/\/\/.*@/, '//[redacted]@'),
  isSecret: true,
};

/** A plan of faults of the embedded service. */
export const faultPlan: Kind<string> = {
  expected: 'comma-separated rules like <endpoint>=<fault>[*<times>]',
  parse: (text) => (faultIn(text) === undefined ? text : undefined),
  hint: (text) => faultIn(text),
};

/** Says which rule of a plan is wrong, and what would be right; undefined when none is. */
const faultIn = (text: string): string | undefined => {
  try {
    void new FaultPlan(text);
    return undefined;
  } catch (error) {
    if (error instanceof FaultSyntaxError) return error.message;
    throw error;
  }
};
