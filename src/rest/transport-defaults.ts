/** The bounds of the way to the service, where settings give no others. Loads nothing: the command line reads it too. */
import { TOKEN_HEADER } from '../contract/tokens.ts';

/** The bounds that hold unless others are given. */
export const transportDefaults = {
  tokenHeader: TOKEN_HEADER,
  userAgent: null,
  clientAddress: 'off',
  connections: 64,
  timeouts: {
    // A packet that is lost is sent again after a second: there is time for one.
    connectMs: 2000,
    headersMs: 5000,
    // Likewise, on a connection that is slow; what stalls for longer is hung.
    bodyGapMs: 3000,
    totalMs: 8000,
    documentMs: 60_000,
    uploadMs: 60_000,
  },
  maxJsonBytes: 4 * 1024 * 1024,
  // Assumption: R33.
  maxDocumentBytes: 20 * 1024 * 1024,
  maxHeldBytes: 64 * 1024 * 1024,
  uploads: 4,
  // 80 sign-ins a second, where one takes 100 ms.
  tokens: 8,
  // As many as 64 connections serve in a second, where a call takes 16 ms: further ones would not have their turn in time.
  maxWaiting: 4096,
  // Of a query with 10 s: whoever has no turn for longer would rarely be served before its end.
  maxWaitMs: 1000,
  maxErrorBytes: 64 * 1024,
  keepAliveTimeoutMs: 4000,
  secureContext: null,
  proxy: null,
} as const;
