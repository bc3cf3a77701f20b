/** Names of the reasons for which a connection leaves the fast path for Node's HTTP server. */

/** Every reason, as a label of metrics. */
export const handoverReasons = [
  // The request line.
  'tls',
  'method',
  'target',
  'version',
  // The headers.
  'header_syntax',
  'header_name',
  'duplicate_header',
  'header_limit',
  'upgrade',
  'connection',
  'host',
  'content_type',
  // The body.
  'content_length',
  'body_size',
  // How the request comes.
  'pipelined',
  'pieces',
  'slow',
  'idle',
  'shutdown',
] as const;

/**
 * A reason. `header_syntax`: a line that two readers could read in two ways. `header_name`: a header that changes how the request is
 * read. `header_limit`: too many headers, or too large. `pipelined`: bytes follow the request. `pieces`: it comes in too many.
 * `slow`: it does not come in time. `idle`: nothing comes. `shutdown`: a part of it has come when the server stops.
 */
export type HandoverReason = (typeof handoverReasons)[number];
