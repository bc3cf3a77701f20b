/** Faults of what the service returns: bodies that are broken, of another kind, too large, or hostile. */
import { gzipSync } from 'node:zlib';
import { SERVICE_CANARY } from '../canaries.ts';
import type { Strike } from '../faulty-service.ts';
import { type Fault, fault } from './fault.ts';

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

/** The faults. */
export const bodyFaults: readonly Fault[] = [
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
