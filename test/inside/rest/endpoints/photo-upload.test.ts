import { describe, expect, it } from 'vitest';
import { createLog } from '../../../../src/log/logger.ts';
import { createServiceClient } from '../../../../src/rest/client.ts';
import { type OutgoingPhoto, uploadPhoto } from '../../../../src/rest/endpoints/photos.ts';
import { createTransport } from '../../../../src/rest/transport.ts';
import { type ReceiverScript, startPhotoReceiver } from '../../../support/photo-receiver.ts';
import { failureOf, int64, someone } from '../connected-client.ts';

const ID = int64('9007199254740993');
const CHUNK = Buffer.alloc(16 * 1024, 7);

const connect = async (script: ReceiverScript = {}, photoBody: 'multipart' | 'binary' = 'multipart') => {
  const receiver = await startPhotoReceiver(script);
  const transport = createTransport({ baseUrl: receiver.url });
  const service = createServiceClient({ transport, tokenParams: 'headers', photoBody, log: createLog('silent') });
  return {
    receiver,
    service,
    transport,
    uploads: service.bind(someone()),
    [Symbol.asyncDispose]: async () => {
      await transport[Symbol.asyncDispose]();
      await receiver[Symbol.asyncDispose]();
    },
  };
};

const photoOf = (more: Partial<OutgoingPhoto> = {}): OutgoingPhoto => ({ bytes: CHUNK, type: 'image/jpeg', ...more });

describe('POST /v1/listings/{id}/photos', () => {
  it('is sent as the bytes alone where the service takes photos so', async () => {
    await using connected = await connect({}, 'binary');
    await uploadPhoto(connected.uploads, ID, photoOf({ type: 'image/webp' }));
    const upload = await connected.receiver.upload(0);
    expect(upload.headers).toMatchObject({ 'content-type': 'image/webp', 'content-length': '16384' });
    expect(upload.bytes().equals(CHUNK)).toBe(true);
  });

  it.each([
    ['its type', {}, 'photo.jpg'],
    [
      'the sender, which does not end its header',
      { filename: 'a"\r\nX-Evil: 1\u0000.jpg' },
      'a%22%0D%0AX-Evil: 1_.jpg',
    ],
  ])('is sent as a form with one file, byte for byte, with a name from %s', async (_whose, named, name) => {
    await using connected = await connect();
    await uploadPhoto(connected.uploads, ID, photoOf(named));
    const upload = await connected.receiver.upload(0);
    expect(upload.path).toBe('/v1/listings/9007199254740993/photos');
    const boundary = /^multipart\/form-data; boundary=(\S+)$/.exec(upload.headers['content-type'] ?? '')?.[1];
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: image/jpeg\r\n\r\n`;
    expect(upload.bytes()).toEqual(Buffer.concat([Buffer.from(head), CHUNK, Buffer.from(`\r\n--${boundary}--\r\n`)]));
    expect(upload.headers['content-length']).toBe(String(upload.count()));
  });

  it('takes a response that comes before the photo is sent, and sends no more', async () => {
    await using connected = await connect({
      paused: true,
      onUpload: ({ response }) => response.writeHead(413, { 'content-type': 'application/json' }).end('"Too large."'),
    });
    // More than the kernel takes for a connection that nobody reads from.
    const photo = photoOf({ bytes: Buffer.alloc(10 * 1024 * 1024) });
    const failure = await failureOf(uploadPhoto(connected.uploads, ID, photo));
    expect(failure).toMatchObject({ kind: 'rejected', status: 413, serviceMessage: 'Too large.' });
  });

  it('waits while four others are under way; one that is given up leaves the queue at once', async () => {
    await using connected = await connect({ answer: null });
    const { receiver, service, transport } = connected;
    const leaving = Array.from({ length: 5 }, () => new AbortController());
    const failures = leaving.map(({ signal }) =>
      failureOf(uploadPhoto(service.bind(someone({ signal })), ID, photoOf())),
    );
    await receiver.upload(3);
    expect(transport.load()).toEqual({ active: 4, waiting: 1 });
    leaving.at(-1)?.abort();
    expect(await failures.at(-1)).toMatchObject({ kind: 'cancelled' });
    expect(transport.load()).toEqual({ active: 4, waiting: 0 });
    for (const each of leaving) each.abort();
    await Promise.all(failures);
    expect(receiver.uploads).toHaveLength(4);
  });
});
