/** The bounds of the way to the service. Loads nothing: the command line reads it too. */

/** The bounds that hold unless others are given. */
export const transportDefaults = {
  /** Header in which the service is sent the address of the client: the setting `UPSTREAM_CLIENT_ADDRESS`; `off` for none. */
  clientAddress: 'off' as const,
  /** Connections to the service, and so requests under way at a time: the setting `UPSTREAM_CONNECTIONS`. */
  connections: 64,
  /** Time-outs of one try, in milliseconds. */
  timeouts: {
    /** For the connection to be made. A packet that is lost is sent again after a second: there is time for one. */
    connectMs: 2000,
    /** From the request to the headers of the response: the setting `UPSTREAM_HEADERS_TIMEOUT_MS`. */
    headersMs: 5000,
    /** Between two pieces of the body: what stalls for longer than on a slow connection is hung. */
    bodyGapMs: 3000,
    /** For everything, from when it has its connection: the setting `UPSTREAM_TIMEOUT_MS`. */
    totalMs: 8000,
    /** The same for a document. */
    documentMs: 60_000,
    /** For an upload, from its connection to the last byte of its response, and for its wait for that. */
    uploadMs: 60_000,
  },
  /** Limit of a JSON body, as sent and once inflated: the setting `UPSTREAM_MAX_JSON_BYTES`. */
  maxJsonBytes: 4 * 1024 * 1024,
  /** Limit of a document, once inflated (assumption R33). */
  maxDocumentBytes: 20 * 1024 * 1024,
  /** Bytes of bodies that are held at a time, by all requests together: the setting `UPSTREAM_MAX_HELD_BYTES`. 0 for no limit. */
  maxHeldBytes: 64 * 1024 * 1024,
  /** Uploads under way at a time: the setting `UPSTREAM_UPLOAD_CONNECTIONS`. They have connections of their own. */
  uploads: 4,
  /**
   * Sign-ins under way at a time, and refreshes: 80 sign-ins a second, where one takes 100 ms. Both have connections of their own, so that
   * sign-ins never wait for others.
   */
  tokens: 8,
  /**
   * Requests that may wait for a connection at a time: as many as 64 connections serve in a second, where a call takes 16 ms; further ones
   * would not have their turn in time. Those for tokens and uploads each have a queue of their own.
   */
  maxWaiting: 4096,
  /**
   * Longest time that a caller may be without a turn for a connection, in milliseconds. Of a query with 10 s: whoever has no turn for longer
   * would rarely be served before its end. An upload waits as long as its own time allows.
   */
  maxWaitMs: 1000,
  /** Bytes that are read of the body of a failure. */
  maxErrorBytes: 64 * 1024,
  /** Milliseconds for which a connection is kept without use. */
  keepAliveTimeoutMs: 4000,
  /**
   * Milliseconds for which a connection is used, up to a fifth less, at random. Each resolves the name of the service: a change of its address
   * is noticed by then. A handshake as seldom costs nothing.
   */
  maxAgeMs: 120_000,
};
