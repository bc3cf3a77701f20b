/** Reasons why calls to the service fail: one closed list for the log, the metrics, traces, and the advice of `check`. */
import {
  ApplicationRefusedError,
  OperationCancelledError,
  ResponseGivenUpError,
  ResultUnknownError,
  UnreadableResultError,
  UpstreamError,
  UpstreamInvalidError,
  UpstreamOverloadedError,
  UpstreamRateLimitedError,
  UpstreamTimeoutError,
  UpstreamTooLargeError,
  UpstreamUnavailableError,
} from './errors.ts';

interface ReasonInfo {
  /** Sentence that says what is wrong. */
  readonly meaning: string;
  /** Advice for whoever runs the gateway; no sentence, so that it can follow "to do:". */
  readonly remedy: string;
}

const noName: ReasonInfo = {
  meaning: 'The name of the service cannot be resolved.',
  remedy: 'check its spelling in LISTINGS_API_URL, and the DNS of this machine',
};

const noWay: ReasonInfo = {
  meaning: 'There is no route to the address of the service, or packets are lost.',
  remedy: 'check the network between this machine and the service, and any proxy or firewall in between',
};

const cutOff: ReasonInfo = {
  meaning: 'The connection was closed before the response was complete.',
  remedy: 'check whether the service, or a proxy in front of it, restarts, crashes or closes connections early',
};

const badCertificate: ReasonInfo = {
  meaning: 'The certificate of the service is not trusted.',
  remedy:
    'check that the address serves HTTPS with a certificate for that name; for a private certificate authority, set UPSTREAM_CA_FILE or NODE_EXTRA_CA_CERTS to its certificate',
};

const wrongTime: ReasonInfo = {
  meaning: 'The certificate of the service has expired or is not valid yet.',
  remedy: "have the certificate renewed; check this machine's clock",
};

const noTls: ReasonInfo = {
  meaning: 'The TLS handshake failed for another reason.',
  remedy: `${badCertificate.remedy}; a service that requires client certificates needs UPSTREAM_CERT_FILE and UPSTREAM_KEY_FILE`,
};

/**
 * Every reason. Codes of the system, of TLS and of the HTTP client are in capitals, as they name themselves; the others are the
 * gateway's own.
 */
export const failureReasons = {
  ECONNREFUSED: {
    meaning: 'Nothing listens on the address of the service.',
    remedy: 'check the host and port in LISTINGS_API_URL, and whether the service is running',
  },
  ENOTFOUND: noName,
  EAI_AGAIN: noName,
  EHOSTUNREACH: noWay,
  ENETUNREACH: noWay,
  ETIMEDOUT: noWay,
  ECONNRESET: cutOff,
  EPIPE: cutOff,
  UND_ERR_SOCKET: cutOff,
  EADDRNOTAVAIL: {
    meaning: 'This machine has no free port for another connection to the service.',
    remedy: 'widen net.ipv4.ip_local_port_range, or run fewer processes on the machine',
  },
  EMFILE: {
    meaning: 'This process has reached its limit of open files and connections.',
    remedy: 'raise the limit on open files (ulimit -n)',
  },
  CERT_HAS_EXPIRED: wrongTime,
  CERT_NOT_YET_VALID: wrongTime,
  ERR_TLS_CERT_ALTNAME_INVALID: badCertificate,
  DEPTH_ZERO_SELF_SIGNED_CERT: badCertificate,
  SELF_SIGNED_CERT_IN_CHAIN: badCertificate,
  UNABLE_TO_GET_ISSUER_CERT: badCertificate,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: badCertificate,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: badCertificate,
  CERT_REVOKED: badCertificate,
  tls_failed: noTls,
  proxy_failed: {
    meaning: 'The proxy in UPSTREAM_PROXY cannot be reached, or does not open a tunnel to the service.',
    remedy:
      'check the address, username and password in UPSTREAM_PROXY, and whether the proxy allows CONNECT to the host and port of LISTINGS_API_URL',
  },
  connect_timeout: {
    meaning: 'No connection was established within UPSTREAM_CONNECT_TIMEOUT_MS.',
    remedy: noWay.remedy,
  },
  headers_timeout: {
    meaning: 'The service accepted the call but sent no response headers within UPSTREAM_HEADERS_TIMEOUT_MS.',
    remedy:
      'check the network in between; if the service is slow, raise UPSTREAM_HEADERS_TIMEOUT_MS and UPSTREAM_TIMEOUT_MS',
  },
  body_timeout: {
    meaning: 'The service paused in the middle of a response for longer than UPSTREAM_BODY_GAP_TIMEOUT_MS.',
    remedy: 'report it to the operators of the service; look for a proxy that stalls',
  },
  call_timeout: {
    meaning: 'The whole call, including its wait for a connection, took longer than UPSTREAM_TIMEOUT_MS.',
    remedy:
      'check the network in between; if the service is slow, raise UPSTREAM_HEADERS_TIMEOUT_MS and UPSTREAM_TIMEOUT_MS',
  },
  operation_timeout: {
    meaning: 'The deadline of the operation passed while the call was in flight or queued.',
    remedy:
      'find out which calls are slow; only then raise QUERY_DEADLINE_MS or MUTATION_DEADLINE_MS, or have the app request less at once',
  },
  http_5xx: {
    meaning: 'The service, or a proxy in front of it, responded with 5xx.',
    remedy: 'report it to the operators of the service, with request ids: the gateway sends them as x-request-id',
  },
  http_429: {
    meaning: 'The service rate-limits the gateway (429).',
    remedy: 'ask its operators for a higher limit; find out which operations make the most calls',
  },
  redirect: {
    meaning: 'The service responded with a redirect, which the gateway never follows.',
    remedy: 'set LISTINGS_API_URL to the final address',
  },
  unreadable: {
    meaning: 'The response did not come from the service, or has a form that the gateway cannot read.',
    remedy:
      'look for a proxy or maintenance page in its place; if the service has changed, "node dist/main.js probe" reports where',
  },
  too_large: {
    meaning: 'The response is larger than UPSTREAM_MAX_JSON_BYTES.',
    remedy: 'raise it, and the memory with it, if responses of that size are legitimate',
  },
  response_bytes: {
    meaning:
      'The response was abandoned: responses being received would exceed UPSTREAM_MAX_HELD_BYTES in total, and this was the largest.',
    remedy:
      'look for responses that are large and slow, or stall; raise it, and the memory with it, if responses of that size are legitimate',
  },
  breaker_open: {
    meaning: 'The call was not sent: the circuit breaker is open after too many recent failures.',
    remedy: 'look at the reasons in the log line of the opening circuit breaker; the gateway itself needs no change',
  },
  queue_full: {
    meaning: 'The call was not sent: too many calls are waiting for a connection, or it waited too long.',
    remedy: 'find out whether the service is slow; if it has spare capacity, raise UPSTREAM_CONNECTIONS',
  },
  application_refused: {
    meaning: "The service does not grant a token to the gateway's own application.",
    remedy: 'check LISTINGS_CLIENT_ID and LISTINGS_CLIENT_SECRET',
  },
  other: {
    meaning: 'Another connection failure. "node dist/main.js check" prints its code.',
    remedy: noWay.remedy,
  },
} as const satisfies Record<string, ReasonInfo>;

/** Reason why a call failed. */
export type FailureReason = keyof typeof failureReasons;

const isReason = (code: string): code is FailureReason => Object.hasOwn(failureReasons, code);

/** Codes that have other names here. */
const renamed: Readonly<Record<string, FailureReason>> = {
  BREAKER_OPEN: 'breaker_open',
  OPERATION_TIMEOUT: 'operation_timeout',
  TIMEOUT: 'call_timeout',
  UND_ERR_CONNECT_TIMEOUT: 'connect_timeout',
  UND_ERR_HEADERS_TIMEOUT: 'headers_timeout',
  UND_ERR_BODY_TIMEOUT: 'body_timeout',
  UND_ERR_HEADERS_OVERFLOW: 'unreadable',
};

const isTlsCode = (code: string): boolean =>
  /CERT|SSL|TLS|SELF_SIGNED|ISSUER|SIGNATURE|HOSTNAME|EPROTO|^INVALID_/.test(code) && !code.startsWith('UND_ERR');

/** The reason that a code of the system, of TLS or of the HTTP client stands for. */
const reasonOfCode = (code: string): FailureReason => {
  const reason = renamed[code] ?? code;
  if (isReason(reason)) return reason;
  if (code.startsWith('PROXY_')) return 'proxy_failed';
  // Of the parser of HTTP.
  if (code.startsWith('HPE_')) return 'unreadable';
  return isTlsCode(code) ? 'tls_failed' : 'other';
};

const certificateFaults: ReadonlySet<ReasonInfo> = new Set([badCertificate, wrongTime]);

/** Returns whether a code is that of a certificate, which is looked at before anything is sent. */
export const isCertificateCode = (code: string): boolean =>
  isReason(code) && certificateFaults.has(failureReasons[code]);

/** Returns whether a secure connection could not be made. */
export const isTlsFailure = (reason: FailureReason): boolean => isCertificateCode(reason) || reason === 'tls_failed';

const isRedirect = (status: number | null): boolean => status !== null && status >= 300 && status < 400;

/**
 * The reason why a call failed; null for an error that is no failure of the service or the network: a rejection of the caller or of
 * the request (401, 403, 404 and other 4xx), and a call that nobody waits for any more.
 */
export const failureReasonOf = (error: unknown): FailureReason | null => {
  if (!(error instanceof UpstreamError)) return null;
  const { reason, status } = error;
  if (error instanceof ApplicationRefusedError) return 'application_refused';
  if (error instanceof UpstreamOverloadedError) return 'queue_full';
  if (error instanceof UpstreamRateLimitedError) return 'http_429';
  if (error instanceof UpstreamTooLargeError) return 'too_large';
  if (error instanceof ResponseGivenUpError) return 'response_bytes';
  if (error instanceof UpstreamInvalidError || error instanceof UnreadableResultError) {
    return isRedirect(status) ? 'redirect' : 'unreadable';
  }
  if (error instanceof OperationCancelledError) return reason === null ? null : reasonOfCode(reason);
  if (error instanceof UpstreamTimeoutError) return reasonOfCode(reason ?? 'TIMEOUT');
  if (error instanceof UpstreamUnavailableError || error instanceof ResultUnknownError) {
    if (reason !== null) return reasonOfCode(reason);
    return status !== null && status >= 500 ? 'http_5xx' : 'other';
  }
  return null;
};
