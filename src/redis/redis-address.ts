/** The address of Redis, as the setting `REDIS_URL` says it: a server, some nodes of a cluster, or the Sentinels that know the primary. */

/** A host of an address. */
export interface RedisHost {
  readonly host: string;
  readonly port: number;
}

/** The parts of an address. */
export interface RedisAddress {
  /** At least one: servers, or Sentinels. */
  readonly hosts: readonly [RedisHost, ...RedisHost[]];
  readonly isTls: boolean;
  /** Empty without one; likewise the password. */
  readonly username: string;
  readonly password: string;
  readonly database: number;
  /** By which Sentinels know the primary; null when the hosts are servers. */
  readonly primaryName: string | null;
}

const FORM = /^(rediss?)(\+sentinel)?:\/\/(?:([^/?#\s]*)@)?([^@/?#\s]+)(?:\/([^?#\s]*))?$/i;
const SERVER_PATH = /^()(\d{0,4})$/;
const SENTINEL_PATH = /^([\w.-]+)(?:\/(\d{0,4}))?$/;

const parseHost = (text: string, defaultPort: number): RedisHost | null => {
  if (!URL.canParse(`redis://${text}`)) return null;
  const { hostname, port } = new URL(`redis://${text}`);
  if (hostname === '') return null;
  return { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: port === '' ? defaultPort : Number(port) };
};

const parseUser = (text: string): { username: string; password: string } | null => {
  if (!URL.canParse(`redis://${text}@host`)) return null;
  const { username, password } = new URL(`redis://${text}@host`);
  try {
    return { username: decodeURIComponent(username), password: decodeURIComponent(password) };
  } catch {
    return null;
  }
};

/** Takes an address apart; null when it is none. */
export const parseRedisAddress = (text: string): RedisAddress | null => {
  const [, scheme = '', sentinel, userText = '', hostTexts = '', path = ''] = FORM.exec(text) ?? [];
  const isSentinel = sentinel !== undefined;
  const parts = (isSentinel ? SENTINEL_PATH : SERVER_PATH).exec(path);
  const user = parseUser(userText);
  const hosts = hostTexts.split(',').flatMap((each) => parseHost(each, isSentinel ? 26_379 : 6379) ?? []);
  const [first, ...others] = hosts;
  if (parts === null || user === null || first === undefined || hosts.length < hostTexts.split(',').length) return null;
  const [, primaryName = '', database = ''] = parts;
  return {
    hosts: [first, ...others],
    isTls: scheme.toLowerCase() === 'rediss',
    ...user,
    database: Number(database),
    primaryName: isSentinel ? primaryName : null,
  };
};
