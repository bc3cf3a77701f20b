import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isFullRun } from '../../support/effort.ts';
import { startListening } from '../../support/network/listen.ts';
import { type Run, buildProgram, busyMachine, startProgram } from '../../support/program/program.ts';
import {
  FORM_TYPE,
  formOf,
  LISTING,
  largePicture,
  operationParts,
  sendUpload,
  uploadHeaders,
} from './photo-gateway.ts';

const PHOTO_BYTES = 9 * 1024 * 1024;
const AT_ONCE = 40;
/**
 * What is held must be a part of them all: a heap that grows at first, the budget of photos, what is on its way, and what was given back
 * since the last collection of garbage.
 */
const MAX_GROWTH_BYTES = (40 + 4 * 48) * 1024 * 1024;

/** A service that takes photos and keeps nothing of them. */
const startDrain = async () => {
  let taken = 0;
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      const isPhoto = request.method === 'POST';
      if (isPhoto) taken += 1;
      response
        .writeHead(isPhoto ? 200 : 404, { 'content-type': 'application/json' })
        .end(JSON.stringify({ index: 0, largeimageurl: 'https://p/l.jpg', thumbimageurl: 'https://p/t.jpg' }));
    });
  });
  const listening = await startListening(server);
  return { ...listening, url: `http://127.0.0.1:${listening.port}/api`, taken: () => taken };
};

const memoryOf = (pid: number, what: 'VmRSS' | 'VmHWM'): number => {
  const [, kilobytes = '0'] =
    new RegExp(`^${what}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
};

const megabytes = (bytes: number): number => Math.round(bytes / 1024 / 1024);

// Only Linux states the largest memory that a process ever had.
describe.runIf(isFullRun && existsSync('/proc/self/status'))('A photo of 9 MB', () => {
  let drain: Awaited<ReturnType<typeof startDrain>>;
  let run: Run;
  let gateway: { readonly url: URL };
  let photo: Buffer;
  beforeAll(async () => {
    await buildProgram();
    photo = await largePicture(PHOTO_BYTES);
    drain = await startDrain();
    run = await startProgram([], { ...busyMachine, PORT: '0', LISTINGS_API_URL: drain.url, LOG_LEVEL: 'info' });
    const { url } = await run.line('listening');
    gateway = { url: new URL(String(url)) };
  });
  afterAll(async () => {
    await run[Symbol.asyncDispose]();
    await drain[Symbol.asyncDispose]();
  });

  const ways = [
    [
      'GraphQL multipart',
      '/graphql',
      () => formOf(operationParts(photo)),
      { ...uploadHeaders, 'content-type': FORM_TYPE },
    ],
    ['the plain route', `/listings/${LISTING}/photos`, () => photo, { ...uploadHeaders, 'content-type': 'image/jpeg' }],
  ] as const;

  it.each(ways)(
    'is taken in by %s, many at once, within one budget of memory: others are told to come again',
    async (way, path, bodyOf, headers) => {
      const pid = run.pid ?? 0;
      const body = bodyOf();
      expect((await sendUpload(gateway, path, body, headers)).status).toBeLessThan(300);
      const before = memoryOf(pid, 'VmRSS');
      const taken = drain.taken();
      const sendUntilTaken = async (): Promise<void> => {
        const { status, json } = await sendUpload(gateway, path, body, headers);
        // An operation says it in its errors where the photo had come in already.
        if (JSON.stringify(json).includes('"OVERLOADED"')) return sendUntilTaken();
        expect(status).toBeLessThan(300);
      };
      await Promise.all(Array.from({ length: AT_ONCE }, sendUntilTaken));
      expect(drain.taken() - taken).toBe(AT_ONCE);
      const growth = memoryOf(pid, 'VmHWM') - before;
      process.stdout.write(
        `${way}: ${AT_ONCE} photos of 9 MB at once (${megabytes(AT_ONCE * PHOTO_BYTES)} MB); resident memory ${megabytes(before)} MB before, ${megabytes(growth)} MB more at most\n`,
      );
      expect(growth).toBeLessThan(MAX_GROWTH_BYTES);
    },
  );
});
