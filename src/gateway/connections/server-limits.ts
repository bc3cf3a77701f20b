import { wholeNumber } from '../../settings/kinds.ts';
import { settingIn } from '../../settings/setting.ts';
/** Limits of the HTTP server for a connection. How small the pieces of a body may be: `http/gateway-request.ts`. */
import { MAX_UPLOAD_BYTES } from '../uploads/read-upload.ts';

/** Limits of the HTTP server. Times are in milliseconds. */
export interface ServerLimits {
  /** For the headers of a request to come. */
  readonly headersMs: number;
  /** For a whole request to come. */
  readonly requestMs: number;
  /** For a client to take a response, from its headers on. */
  readonly responseMs: number;
  /** For which a connection may idle between requests: longer than the idle time of usual load balancers, 60 s. */
  readonly keepAliveMs: number;
  /** Interval at which the times are checked. */
  readonly checkMs: number;
  /** Size of all headers together, in bytes. */
  readonly headerBytes: number;
  /** Number of headers. */
  readonly headers: number;
  /** Size of a body that is refused by its announced length alone, whatever its path takes, in bytes. */
  readonly bodyBytes: number;
  /** Size of a body of JSON, in bytes: the setting `MAX_BODY_BYTES`. */
  readonly jsonBytes: number;
  /** Connections at once; for each more, one closes, of the address with most of them the one that has waited longest for its client: the setting `MAX_CONNECTIONS`. */
  readonly connections: number;
  /** Requests of a connection that wait for the responses before theirs; with more it is closed. */
  readonly pipelinedRequests: number;
  /**
   * Bytes that are held for clients: responses that they have not read, and requests that are incomplete: the setting `MAX_UNREAD_BYTES`. 0
   * for no limit.
   */
  readonly unreadBytes: number;
  /** Bytes of photos that come in or are sent on; 0 for no limit. */
  readonly photoBytes: number;
}

/** The limits unless given. */
export const defaultServerLimits: Omit<ServerLimits, 'jsonBytes'> = {
  headersMs: 10_000,
  requestMs: 60_000,
  responseMs: 60_000,
  keepAliveMs: 65_000,
  checkMs: 1_000,
  headerBytes: 16_384,
  headers: 100,
  bodyBytes: MAX_UPLOAD_BYTES,
  connections: 20_000,
  pipelinedRequests: 8,
  unreadBytes: 32 * 1024 * 1024,
  photoBytes: 48 * 1024 * 1024,
};

const limit = settingIn('Limits');

/** Those of them that are settings. */
export const serverLimitSettings = {
  unreadBytes: limit('MAX_UNREAD_BYTES', wholeNumber(0, 1_000_000_000_000), {
    what: 'Bytes that are held for clients in one process, of responses that they have not read and of requests that are incomplete; over it the slowest of the address that holds most are closed. 0 for no limit.',
    default: defaultServerLimits.unreadBytes,
    example: '67108864',
  }),
  connections: limit('MAX_CONNECTIONS', wholeNumber(1, 1_000_000), {
    what: 'Connections of clients in one process; for each more, one closes, of the address with most of them the one that has waited longest for its client. Each takes an open file, and 10 KB of memory.',
    default: defaultServerLimits.connections,
    example: '50000',
  }),
};
