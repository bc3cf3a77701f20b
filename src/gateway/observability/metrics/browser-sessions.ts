/** Metrics of browser sessions. */
import { Counter, type Registry } from 'prom-client';

/** Events of browser sessions: a sign-in, a renewal, and each reason for which a session ended. */
const sessionEvents = ['opened', 'renewed', 'signed_out', 'refused', 'expired', 'unreadable'] as const;

/** An event of a browser session. */
export type SessionEvent = (typeof sessionEvents)[number];

/** Counts an event of a browser session. */
type CountSessionEvent = (event: SessionEvent) => void;

/** Creates the metric of browser sessions. */
export const countSessionsIn = (registry: Registry): CountSessionEvent => {
  const events = new Counter({
    name: 'listings_gateway_browser_sessions_total',
    help: 'Events of browser sessions: opened, renewed, and ended by reason (signed_out, refused, expired, unreadable).',
    labelNames: ['event'],
    registers: [registry],
  });
  for (const event of sessionEvents) events.inc({ event }, 0);
  return (event) => events.inc({ event });
};
