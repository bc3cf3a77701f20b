/** Reasons why calls to the service fail: one closed list for the log, the metrics, traces, and the advice of `check`. */
import { type FailureAdvice, failureKinds, type KindReason } from './failure-kinds.ts';
import { failureIn } from './failure.ts';

const noName: FailureAdvice = {
  meaning: 'The name of the service cannot be resolved.',
  remedy: 'check its spelling in LISTINGS_API_URL, and the DNS of this machine',
};

const noWay: FailureAdvice = {
  meaning: 'There is no route to the address of the service, or packets are lost.',
  remedy: failureKinds.unreachable.remedy,
};

const cutOff: FailureAdvice = {
  meaning: 'The connection was closed before the response was complete.',
  remedy: 'check whether the service, or a proxy in front of it, restarts, crashes or closes connections early',
};

const badCertificate: FailureAdvice = {
  meaning: 'The certificate of the service is not trusted.',
  remedy:
    'check that the address serves HTTPS with a certificate for that name; for a private certificate authority, set UPSTREAM_CA_FILE or NODE_EXTRA_CA_CERTS to its certificate',
};

const wrongTime: FailureAdvice = {
  meaning: 'The certificate of the service has expired or is not valid yet.',
  remedy: "have the certificate renewed; check this machine's clock",
};

const noTls: FailureAdvice = {
  meaning: 'The TLS handshake failed for another reason.',
  remedy: `${badCertificate.remedy}; a service that requires client certificates needs UPSTREAM_CERT_FILE and UPSTREAM_KEY_FILE`,
};

/**
 * Reasons by the code that a failure has. Codes of the system, of TLS and of the HTTP client are in capitals, as they name themselves; the
 * others are the gateway's own.
 */
const causes = {
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
  headers_timeout: {
    meaning: 'The service accepted the call but sent no response headers within UPSTREAM_HEADERS_TIMEOUT_MS.',
    remedy: failureKinds.timeout.remedy,
  },
  body_timeout: {
    meaning: 'The service paused in the middle of a response for longer than 3 s.',
    remedy: 'report it to the operators of the service; look for a proxy that stalls',
  },
  operation_timeout: {
    meaning: 'The deadline of the operation passed while the call was in flight or queued.',
    remedy:
      'find out which calls are slow; only then raise QUERY_DEADLINE_MS or MUTATION_DEADLINE_MS, or have the app request less at once',
  },
  other: {
    meaning: 'Another connection failure. "node dist/main.js check" prints its code.',
    remedy: noWay.remedy,
  },
} as const satisfies Record<string, FailureAdvice>;

/** Reason why a call failed. */
export type FailureReason = keyof typeof causes | KindReason;

const isCause = (code: string): code is keyof typeof causes => Object.hasOwn(causes, code);

/** Every reason with what it means and what to do about it; docs/incidents.md lists them. */
export const failureReasons: ReadonlyMap<FailureReason, FailureAdvice> = new Map<FailureReason, FailureAdvice>([
  ...Object.keys(causes)
    .filter(isCause)
    .map((cause): [FailureReason, FailureAdvice] => [cause, causes[cause]]),
  // Of kinds with the same reason the first counts.
  ...Object.values(failureKinds)
    .toReversed()
    .flatMap((kind): [FailureReason, FailureAdvice][] =>
      kind.reason === null || isCause(kind.reason) ? [] : [[kind.reason, kind]],
    ),
]);

/** Codes that have other names here. */
const renamed = new Map<string, FailureReason>([
  ['OPERATION_TIMEOUT', 'operation_timeout'],
  ['TIMEOUT', 'call_timeout'],
  ['UND_ERR_CONNECT_TIMEOUT', 'connect_timeout'],
  ['UND_ERR_HEADERS_TIMEOUT', 'headers_timeout'],
  ['UND_ERR_BODY_TIMEOUT', 'body_timeout'],
  ['UND_ERR_HEADERS_OVERFLOW', 'unreadable'],
]);

const isTlsCode = (code: string): boolean =>
  /CERT|SSL|TLS|SELF_SIGNED|ISSUER|SIGNATURE|HOSTNAME|EPROTO|^INVALID_/.test(code) && !code.startsWith('UND_ERR');

/** The reason that a code of the system, of TLS or of the HTTP client stands for. */
const reasonOfCode = (code: string): FailureReason => {
  const reason = renamed.get(code);
  if (reason !== undefined) return reason;
  if (isCause(code)) return code;
  if (code.startsWith('PROXY_')) return 'proxy_failed';
  // Of the parser of HTTP.
  if (code.startsWith('HPE_')) return 'unreadable';
  return isTlsCode(code) ? 'tls_failed' : 'other';
};

/**
 * The reason why a call failed; null for an error that is no failure of the service or the network: a rejection of the caller or of
 * the request (401, 403, 404 and other 4xx), and a call that nobody waits for any more.
 */
export const failureReasonOf = (error: unknown): FailureReason | null => {
  const failure = failureIn(error);
  if (failure === null) return null;
  return failure.systemCode === null ? failureKinds[failure.kind].reason : reasonOfCode(failure.systemCode);
};
