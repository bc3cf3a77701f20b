/** Forms that are no forms, and files that are no photos: no byte of them reaches the service. */
import { request as startRequest } from 'node:http';
import { FORM_TYPE, formOf, operationParts, type Part } from '../../gateway/uploads/photo-gateway.ts';
import { callerCanaries } from '../canaries.ts';
import type { Asked, Reply } from '../http-client.ts';
import type { Oracle } from '../oracle.ts';
import { codesIn, jsonOf, problemOfGraphql } from '../reply-form.ts';
import { type TriedGateway, tryGateway } from '../tried-gateway.ts';

const boundary = FORM_TYPE.slice(FORM_TYPE.indexOf('=') + 1);
const headers = {
  authorization: `Bearer ${callerCanaries.token}`,
  'content-type': FORM_TYPE,
  'graphql-require-preflight': '1',
};

const jpeg = Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex');
const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>';

/** Files that are something else than their name says, or several things at a time. */
const files: Readonly<Record<string, Buffer>> = {
  svg: Buffer.from(svg),
  'svg with a mark': Buffer.from(`\ufeff<?xml version="1.0"?>${svg}`),
  html: Buffer.from('<!doctype html><script>alert(document.domain)</script>'),
  gif: Buffer.from('GIF89a/*<script>alert(1)</script>*/=1;'),
  pdf: Buffer.from('%PDF-1.7\n%jpeg'),
  zip: Buffer.from('PK\u0003\u0004photo.jpg'),
  'html that is a jpeg further on': Buffer.concat([Buffer.from('<!--'), jpeg]),
  'jpeg in name alone': Buffer.from('JFIF'),
  'the start of a png': Buffer.from([0x89, 0x50, 0x4e]),
  executable: Buffer.from('MZ\u0090\u0000'),
  'half a signature': jpeg.subarray(0, 2),
  nothing: Buffer.alloc(0),
  zeros: Buffer.alloc(1000),
};

const [operations, map, file] = operationParts(jpeg);
const given = (parts: readonly (Part | undefined)[]): readonly Part[] => parts.filter((part) => part !== undefined);

const manyHeaders = Array.from({ length: 2_500 }, (_, at) => `X-H${at}: ${at}\r\n`).join('');
const rawPart = (head: string, body = ''): string => `--${boundary}\r\n${head}\r\n${body}`;

/** Forms by what is wrong with them. */
const forms: Readonly<Record<string, Buffer | string>> = {
  'a part with 2,500 headers': rawPart(`Content-Disposition: form-data; name="operations"\r\n${manyHeaders}`, '{}'),
  '2,500 parts': formOf(Array.from({ length: 2_500 }, (_, at) => ({ name: `p${at}`, content: 'x' }))),
  'no end': formOf(given([operations, map, file])).subarray(0, -8),
  'no end of a header': rawPart('Content-Disposition: form-data; name="operat'),
  'operations twice': formOf(given([operations, operations, map, file])),
  'map twice': formOf(given([operations, map, map, file])),
  'two files': formOf(given([operations, map, file, file])),
  'the file first': formOf(given([file, operations, map])),
  'no map': formOf(given([operations, file])),
  'no operations': formOf(given([map, file])),
  'a map into the prototype': formOf(
    given([operations, { name: 'map', content: '{"0":["variables.__proto__.file"]}' }, file]),
  ),
  'a map to nowhere': formOf(given([operations, { name: 'map', content: '{"0":["variables.a.b.c.d"]}' }, file])),
  'a map of 10,000 places': formOf(
    given([
      operations,
      { name: 'map', content: JSON.stringify({ 0: Array(10_000).fill('variables.input.file') }) },
      file,
    ]),
  ),
  'operations of 1 MB': formOf(given([{ name: 'operations', content: 'x'.repeat(1_000_000) }, map, file])),
  'operations that are no JSON': formOf(given([{ name: 'operations', content: '{' }, map, file])),
  'a list of operations': formOf(given([{ name: 'operations', content: '[{},{}]' }, map, file])),
  'nothing at all': '',
  'no boundary in it': 'x'.repeat(5_000),
  'a boundary and no more': `--${boundary}`,
};

/** What `/graphql` says to a form that cannot be read is JSON with a code, with or without a list of errors. */
const judge = (reply: Reply, what: string, oracle: Oracle, own: readonly string[]): void => {
  const isGraphql = 'errors' in Object(jsonOf(reply)) || 'data' in Object(jsonOf(reply));
  oracle.judge(reply, what, isGraphql ? 'graphql' : 'route', own);
};

const isRefused = (reply: Reply): boolean =>
  reply.status >= 400 ||
  codesIn(reply).length > 0 ||
  problemOfGraphql(reply) !== null ||
  /"code":"[A-Z_]+"/.test(reply.text);

/** Sends something that is to be refused; a client that is refused while it sends may find its connection closed. */
const tryRefused = async (tried: TriedGateway, what: string, asked: Asked, oracle: Oracle): Promise<void> => {
  const { client, service, own } = tried;
  const before = service.seen.length;
  const reply = await client.send(asked).catch(() => null);
  if (reply !== null) {
    judge(reply, what, oracle, own);
    if (!isRefused(reply)) oracle.fail(`${what}: not refused: ${reply.text.slice(0, 300)}`);
  }
  if (service.seen.slice(before).some(({ endpoint }) => endpoint === 'uploadPhoto'))
    oracle.fail(`${what}: it was sent on`);
  oracle.count();
};

/** Starts an upload and leaves in the middle of it. */
const abort = async ({ gateway }: TriedGateway, bytes: Buffer): Promise<void> => {
  const request = startRequest(new URL('/graphql', gateway.url), { method: 'POST', headers, agent: false });
  const closed = new Promise<void>((resolve) => {
    request.once('close', resolve);
  });
  request.on('error', () => {});
  request.on('response', (response) => response.resume());
  request.write(bytes, () => request.destroy());
  await closed;
};

/**
 * Tries every form and every file, and leaves in the middle of uploads.
 *
 * @param aborted how many uploads are left
 */
export const tryOddUploads = (aborted: number, oracle: Oracle): Promise<void> =>
  tryGateway(oracle, 'odd uploads', {}, async (tried) => {
    for (const [what, body] of Object.entries(forms))
      await tryRefused(tried, `a form with ${what}`, { headers, body }, oracle);
    for (const [what, content] of Object.entries(files)) {
      await tryRefused(tried, `a file: ${what}`, { headers, body: formOf(operationParts(content)) }, oracle);
      const path = '/listings/7/photos';
      await tryRefused(
        tried,
        `a body: ${what}`,
        { path, headers: { ...headers, 'content-type': 'image/jpeg' }, body: content },
        oracle,
      );
    }
    const whole = formOf(operationParts(Buffer.concat([jpeg, Buffer.alloc(200_000)])));
    await Promise.all(
      Array.from({ length: aborted }, (_, at) =>
        abort(tried, whole.subarray(0, Math.ceil((whole.length * (at + 1)) / (aborted + 2)))),
      ),
    );
    oracle.count(aborted);
  });
