/** Requests that bring a photo, read and bounded, and forms with one file. */
import type { IncomingMessage } from 'node:http';
import { Busboy, type BusboyFileStream } from '@fastify/busboy';
import type { GraphQLError } from 'graphql';
import { ClientGoneError, badRequest } from '../errors/graphql-errors.ts';
import type { IncomingPhoto } from './incoming-photo.ts';

/** Largest body of a request that brings a photo, with everything around the photo. */
export const MAX_UPLOAD_BYTES = 12 * 1024 * 1024;

/** Bytes of the body as the client declares them; 0 when it does not. */
const declaredSizeOf = ({ headers }: IncomingMessage): number => Number(headers['content-length'] ?? 0);

const requestTooLarge = () =>
  badRequest('REQUEST_TOO_LARGE', 'A request with a photo may have 12 MB in all, and its photo 10 MB.', {
    status: 413,
  });

/**
 * Reads a request, whatever it declares.
 *
 * @param take takes each piece, as soon as it comes
 * @param end called once: with null at its end; with `REQUEST_TOO_LARGE` or ClientGoneError when that does not come
 */
export const readUpload = (
  request: IncomingMessage,
  take: (piece: Buffer) => void,
  end: (error: Error | null) => void,
): void => {
  let size = declaredSizeOf(request) > MAX_UPLOAD_BYTES ? Number.POSITIVE_INFINITY : 0;
  const fail = (error: Error): void => {
    request.off('data', onData).off('end', onEnd);
    end(error);
  };
  const onData = (piece: Buffer): void => {
    size += piece.length;
    if (size > MAX_UPLOAD_BYTES) fail(requestTooLarge());
    else take(piece);
  };
  const onEnd = (): void => end(null);
  const onGone = (): void => {
    if (!request.complete) fail(new ClientGoneError('The client is gone.'));
  };
  if (size > MAX_UPLOAD_BYTES) {
    end(requestTooLarge());
    return;
  }
  request.on('data', onData).once('end', onEnd).once('close', onGone).on('error', onGone);
};

const limits = { fieldNameSize: 100, fields: 4, files: 1, parts: 5, headerPairs: 20, headerSize: 8 * 1024 } as const;

const createParser = (request: IncomingMessage, maxFieldBytes: number) => {
  const contentType = request.headers['content-type'] ?? '';
  try {
    return new Busboy({
      headers: { ...request.headers, 'content-type': contentType },
      limits: { ...limits, fieldSize: maxFieldBytes },
    });
  } catch {
    throw badRequest('BAD_REQUEST', 'The content type multipart/form-data has to name its boundary.', { status: 400 });
  }
};

const tooManyParts = () =>
  badRequest('BAD_REQUEST', 'The form has more than one file, or more parts than the request needs.', { status: 400 });

const cutOff = () => badRequest('BAD_REQUEST', 'The body is no complete multipart/form-data.', { status: 400 });

/**
 * Reads a form to its end.
 *
 * @param maxFieldBytes most characters of the fields beside the file, all together
 * @param names fields that are wanted: others are dropped
 * @param photo takes the file
 * @param take makes something of the form when its file starts, by the fields before it; when it throws, the rest is not waited for
 * @throws GraphQLError BAD_REQUEST, REQUEST_TOO_LARGE, or OVERLOADED when the photo is refused; ClientGoneError; what `take` throws
 */
export const readFileForm = <Result>(
  request: IncomingMessage,
  maxFieldBytes: number,
  names: readonly string[],
  photo: IncomingPhoto,
  take: (form: { readonly fields: ReadonlyMap<string, string>; readonly fileField: string }) => Result,
): Promise<Result> =>
  new Promise((resolve, reject) => {
    const parser = createParser(request, maxFieldBytes);
    const named = new Set(names);
    const fields = new Map<string, string>();
    let fieldBytes = 0;
    let result: { readonly value: Result } | null = null;
    /** What comes behind the last part that may be there is not looked at: a part costs as much as thousands of bytes. */
    let isOver = false;
    const endEarly = (error: GraphQLError): void => {
      isOver = true;
      fields.clear();
      photo[Symbol.dispose]();
      reject(error);
    };
    const endAtLimit = (): void => endEarly(tooManyParts());
    parser.once('partsLimit', endAtLimit).once('filesLimit', endAtLimit).once('fieldsLimit', endAtLimit);
    photo.onRefused(reject);
    parser.on('field', (name: string, value: string, _isNameCut: boolean, isCut: boolean) => {
      fieldBytes += value.length;
      if (isCut || fieldBytes > maxFieldBytes) {
        endEarly(requestTooLarge());
      } else if (result === null && named.has(name)) fields.set(name, value);
    });
    parser.on('file', (fileField: string, file: BusboyFileStream) => {
      file.on('error', () => reject(cutOff()));
      file.on('data', (piece: Buffer) => photo.append(piece));
      try {
        result = { value: take({ fields, fileField }) };
        fields.clear();
      } catch (error) {
        photo[Symbol.dispose]();
        reject(error);
      }
    });
    parser.once('finish', () => {
      photo.finish();
      if (result === null) reject(badRequest('BAD_REQUEST', 'The form has no file.', { status: 400 }));
      else resolve(result.value);
    });
    parser.on('error', () => reject(cutOff()));
    const end = (error: Error | null): void => {
      if (error !== null) reject(error);
      else if (!isOver) parser.end();
    };
    readUpload(
      request,
      (piece) => {
        if (!isOver) parser.write(piece);
      },
      end,
    );
  });
