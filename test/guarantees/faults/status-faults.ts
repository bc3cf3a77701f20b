/** Faults that the service admits: statuses, redirects, and failures that come and go. */
import { SERVICE_CANARY } from '../canaries.ts';
import type { Strike } from '../faulty-service.ts';
import { type Fault, fault } from './fault.ts';

const refuse =
  (status: number, headers: Readonly<Record<string, string>> = {}): Strike =>
  ({ response }) => {
    // What a refusal says may be shown, so only a failure has the text that must not be.
    const text = status >= 500 ? SERVICE_CANARY : 'no';
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify({ Message: text }));
  };

const redirect = (status: number, path: (elsewhere: URL) => string): Strike => {
  return ({ response, elsewhere }) => {
    response.writeHead(status, { location: path(elsewhere) });
    response.end();
  };
};

/** Fails with a share of the requests. */
const flapping = (share: number): Fault => ({
  name: `failing in ${share * 100} % of the calls`,
  createStrike: (random) => (struck) => {
    if (random() >= share) struck.respondWell();
    else if (random() < 0.5) struck.socket.resetAndDestroy();
    else return refuse(503)(struck);
  },
  asks: 3,
});

/** Fails at first. */
const recovering = (name: string, failures: number, strike: Strike): Fault =>
  // A call that may be repeated fails two times in one request, so the last of so many requests meets no failure.
  fault(name, (struck) => (struck.attempt < failures ? strike(struck) : struck.respondWell()), {
    asks: failures + 1,
    recovers: true,
  });

const waits = { 'a good': '2', 'an absurd': '99999999999999999999', 'a negative': '-7', 'an unreadable': 'soon' };

/** The faults. */
export const statusFaults: readonly Fault[] = [
  ...[400, 401, 403, 404, 405, 409, 410, 418, 422, 501, 502, 504].map((status) => fault(`${status}`, refuse(status))),
  ...[429, 503].flatMap((status) =>
    Object.entries(waits).map(([what, wait]) =>
      fault(`${status} with ${what} Retry-After`, refuse(status, { 'retry-after': wait })),
    ),
  ),
  fault(
    '401 on one call of three',
    (struck) => (struck.attempt % 3 === 0 ? refuse(401)(struck) : struck.respondWell()),
    {
      asks: 3,
    },
  ),
  recovering('a burst of 500', 3, refuse(500)),
  recovering('a burst of resets', 2, ({ socket }) => void socket.resetAndDestroy()),
  flapping(0.05),
  flapping(0.3),
  flapping(0.6),
  ...[301, 302, 303, 307, 308].map((status) =>
    fault(
      `${status} to another origin`,
      redirect(status, (elsewhere) => elsewhere.href),
    ),
  ),
];
