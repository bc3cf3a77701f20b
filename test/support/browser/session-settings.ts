/** Browser sessions without TLS, with a key of this process. */
import { randomBytes } from 'node:crypto';
import type { BrowserSessionSettings } from '../../../src/gateway/browser-sessions/browser-sessions.ts';
import { Secret } from '../../../src/upstream/call/credentials.ts';

const DAY_S = 86_400;

/** Settings of such sessions, which outlive the refresh tokens of the embedded service. */
export const browserSessions: BrowserSessionSettings = {
  keys: [new Secret(randomBytes(32).toString('hex'))],
  maxAgeS: 60 * DAY_S,
  isSecure: false,
};
