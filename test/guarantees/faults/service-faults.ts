/** Everything that a service can do wrong, to be tried at every endpoint. */
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { SERVICE_CANARY } from '../oracle.ts';
import type { Strike, Struck } from '../service.ts';

/** A fault that is tried at every endpoint. */
export interface Fault {
  readonly name: string;
  /** How it strikes; each case has its own, so that a fault may remember. `random` is in [0, 1). */
  readonly createStrike: (random: () => number) => Strike;
  /** Calls that hang need a gateway that does not wait long. */
  readonly hangs?: true;
  /** How often each case asks, one request after the other; 1 unless given. */
  readonly asks?: number;
  /** Whether the last of them has to get its response without an error. */
  readonly recovers?: true;
}

/** A fault that is the same each time. */
const fault = (name: string, strike: Strike, more: Omit<Fault, 'name' | 'createStrike'> = {}): Fault => ({
  name,
  createStrike: () => strike,
  ...more,
});

/** Milliseconds between two drops; many of them are longer than a gateway waits for the whole. */
const DROP_MS = 25;

const head = ({ response, good }: Struck, length: number = good.bytes.length): void => {
  response.writeHead(200, { 'content-type': good.contentType, 'content-length': length });
};

/** Sends bytes one by one until the other side is gone. */
const drip = async (struck: Struck, bytes: Buffer): Promise<void> => {
  for (const byte of bytes) {
    if (struck.socket.destroyed) return;
    struck.socket.write(Buffer.of(byte));
    await pause(DROP_MS);
  }
  struck.socket.destroy();
};

const rawHead = ({ good }: Struck): string =>
  `HTTP/1.1 200 OK\r\ncontent-type: ${good.contentType}\r\ncontent-length: ${good.bytes.length}\r\n\r\n`;

/** Sends the head and half of the body, and does something when that is on its way. */
const afterHalf = (struck: Struck, then: () => void): void => {
  const { response, good } = struck;
  head(struck, good.bytes.length + 1);
  response.write(good.bytes.subarray(0, Math.ceil(good.bytes.length / 2)), then);
};

/** Faults of time and of connections: slow, hung, dripping, reset, closed. */
const connectionFaults: readonly Fault[] = [
  fault('latency of 40 ms', async ({ respondWell }) => {
    await pause(40);
    respondWell();
  }),
  fault('no headers, ever', () => {}, { hangs: true }),
  fault('headers byte by byte', (struck) => drip(struck, Buffer.from(rawHead(struck))), { hangs: true }),
  fault(
    'body byte by byte',
    async (struck) => {
      struck.socket.write(rawHead({ ...struck, good: { ...struck.good, bytes: Buffer.alloc(1000) } }));
      await drip(struck, Buffer.alloc(1000, ' '));
    },
    { hangs: true },
  ),
  fault('no body, ever', (struck) => head(struck, struck.good.bytes.length + 1), { hangs: true }),
  fault('half a body, and then nothing', (struck) => afterHalf(struck, () => {}), { hangs: true }),
  fault('reset before headers', ({ socket }) => void socket.resetAndDestroy()),
  fault('closed before headers', ({ socket }) => void socket.end()),
  fault('reset after headers', (struck) => {
    head(struck, struck.good.bytes.length + 1);
    struck.response.flushHeaders();
    setImmediate(() => struck.socket.resetAndDestroy());
  }),
  fault('reset within the body', (struck) => afterHalf(struck, () => void struck.socket.resetAndDestroy())),
  fault('closed within the body', (struck) => afterHalf(struck, () => void struck.socket.end())),
  fault(
    'closed as soon as it is idle',
    ({ response, socket, respondWell }) => {
      response.once('finish', () => setImmediate(() => socket.destroy()));
      respondWell();
    },
    { asks: 3 },
  ),
];

type Body = string | Uint8Array;

const JSON_TYPE = 'application/json; charset=utf-8';

const respond =
  (status: number, body: Body, headers: Readonly<Record<string, string>> = {}): Strike =>
  ({ response }) => {
    const length = status === 204 ? {} : { 'content-length': Buffer.byteLength(body) };
    response.writeHead(status, { 'content-type': JSON_TYPE, ...length, ...headers });
    response.end(status === 204 ? undefined : body);
  };

const html = `<!doctype html><html><body>${SERVICE_CANARY} at file:///srv/app.js node_modules</body></html>`;
const htmlType = { 'content-type': 'text/html; charset=utf-8' };

/** Bytes of a body that is far too large. */
const HUGE_BYTES = 50 * 1024 * 1024;
const piece = Buffer.alloc(64 * 1024, '[0,');

/** Sends 50 MB, as fast as they are taken. */
const sendHuge =
  (headers: Readonly<Record<string, string | number>>): Strike =>
  ({ response, socket }) => {
    response.writeHead(200, { 'content-type': JSON_TYPE, ...headers });
    let left = HUGE_BYTES;
    const send = (): void => {
      while (left > 0 && !socket.destroyed) {
        left -= piece.length;
        if (!response.write(piece)) {
          response.once('drain', send);
          return;
        }
      }
      response.end();
    };
    send();
  };

let bomb: Buffer | null = null;
/** 50 MB of nothing in 50 KB. */
const gzipBomb = (): Buffer => {
  bomb ??= gzipSync(Buffer.alloc(HUGE_BYTES, ' '));
  return bomb;
};

const deep = (open: string, close: string): string => `${open.repeat(10_000)}1${close.repeat(10_000)}`;

const prototypes =
  '{"__proto__":{"isAdmin":true,"PKID":666},"constructor":{"prototype":{"polluted":true}},"toString":1,"hasOwnProperty":2}';

/** Headers with which a service could set something at the client, if they went through. */
const hostileHeaders = {
  'set-cookie': `session=${SERVICE_CANARY}`,
  'access-control-allow-origin': '*',
  'content-security-policy': SERVICE_CANARY,
  'x-request-id': SERVICE_CANARY,
  location: `https://${SERVICE_CANARY}.test/`,
  'www-authenticate': `Basic realm="${SERVICE_CANARY}"`,
  'x-hostile': 'x'.repeat(4000),
};

const isPolluted = (): boolean => 'isAdmin' in {} || 'polluted' in {};

/** Faults of what the service returns: bodies that are broken, of another kind, too large, or hostile. */
const bodyFaults: readonly Fault[] = [
  fault('JSON cut off, with its length', ({ response, good, socket }) => {
    response.writeHead(200, { 'content-type': JSON_TYPE, 'content-length': good.bytes.length + 10 });
    response.write(good.bytes.subarray(0, -1), () => socket.end());
  }),
  fault('JSON cut off, without a length', ({ response, good }) => {
    response.writeHead(200, { 'content-type': JSON_TYPE });
    response.end(Buffer.concat([good.bytes.subarray(0, -1), Buffer.from('{"a":')]));
  }),
  fault('HTML with 200', respond(200, html, htmlType)),
  fault('HTML as JSON', respond(200, html)),
  fault('HTML with 500', respond(500, html, htmlType)),
  fault('nothing with 200', respond(200, '')),
  fault('204 for JSON', respond(204, '')),
  fault('a byte order mark', ({ response, good }) => {
    response.writeHead(200, { 'content-type': good.contentType });
    response.end(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), good.bytes]));
  }),
  fault('null', respond(200, 'null')),
  fault('a text', respond(200, `"${SERVICE_CANARY}"`)),
  fault('a number', respond(200, '7')),
  fault('an array for an object', ({ response, good }) => {
    response.writeHead(200, { 'content-type': JSON_TYPE });
    response.end(`[[${good.bytes.toString()},null]]`);
  }),
  fault('bytes that are no UTF-8', respond(200, Buffer.from('{"Title":"\xff\xfe\xc3\x28","PKID":7}', 'latin1'))),
  fault('50 MB with their length', sendHuge({ 'content-length': HUGE_BYTES })),
  fault('50 MB without a length', sendHuge({})),
  fault('50 MB as 50 KB of gzip', ({ response }) => {
    response.writeHead(200, { 'content-type': JSON_TYPE, 'content-encoding': 'gzip' });
    response.end(gzipBomb());
  }),
  fault('gzip that is none', respond(200, '{"PKID":7}', { 'content-encoding': 'gzip' })),
  fault('hostile headers', ({ response, good }) => {
    response.writeHead(200, { ...hostileHeaders, 'content-type': good.contentType });
    response.end(good.bytes);
  }),
  fault('headers of 100 KB', respond(200, '{}', { 'x-large': 'x'.repeat(100_000) })),
  fault('no HTTP', ({ socket }) => void socket.end(`${SERVICE_CANARY}\r\n\r\n`)),
  fault('`Error` with 200', respond(200, '{"Error":"invalid_grant","Error_description":"no"}')),
  fault('arrays 10,000 deep', respond(200, deep('[', ']'))),
  fault('objects 10,000 deep', respond(200, deep('{"Items":', '}'))),
  fault('keys named __proto__', async (struck) => {
    await respond(200, prototypes)(struck);
    if (isPolluted()) throw new Error('The prototype of all objects has changed.');
  }),
  fault('numbers above 2^53', respond(200, '{"PKID":9223372036854775807,"Id":1e400,"Views":-9223372036854775809}')),
];

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

/** Faults that the service admits: statuses, redirects, and failures that come and go. */
const statusFaults: readonly Fault[] = [
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

/** No fault: shows that every probe reaches its endpoint and gets its response. */
const control = fault('no fault', ({ respondWell }) => respondWell(), { recovers: true });

/** The faults. */
export const serviceFaults: readonly Fault[] = [control, ...connectionFaults, ...bodyFaults, ...statusFaults];
