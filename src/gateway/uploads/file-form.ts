/** Reads forms with one file, up to the start of the file: the file comes while it is read. */
import type { IncomingMessage } from 'node:http';
import { Busboy, type BusboyFileStream } from '@fastify/busboy';
import { GraphQLError } from 'graphql';
import { ClientGoneError } from '../errors/ended-early.ts';
import { badRequest } from '../errors/graphql-errors.ts';
import { createByteLimit, requestTooLarge } from './byte-limit.ts';
import { detachable, type PhotoFile } from './photo-file.ts';

/** A form as far as it is there when its file starts. */
export interface FileForm {
  /** Fields before the file. */
  readonly fields: ReadonlyMap<string, string>;
  /** The field of the file. */
  readonly fileField: string;
  readonly file: PhotoFile;
}

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

const cutOff = () => badRequest('BAD_REQUEST', 'The body is no complete multipart/form-data.', { status: 400 });

/** The parser has words of its own for a file that is cut off. */
const explain = (error: Error): Error =>
  error instanceof GraphQLError || error instanceof ClientGoneError ? error : cutOff();

const textOrNull = (text: string | undefined): string | null => (text === undefined || text === '' ? null : text);

/**
 * Reads a form up to its file. The file fails with `REQUEST_TOO_LARGE`, `BAD_REQUEST` or ClientGoneError when the rest of
 * the request does not come as it should.
 *
 * @param maxFieldBytes largest field beside the file
 * @param take makes something of the form; when it throws, the file goes by unread
 * @throws GraphQLError BAD_REQUEST or REQUEST_TOO_LARGE; ClientGoneError; what `take` throws
 */
export const readFileForm = <Result>(
  request: IncomingMessage,
  maxFieldBytes: number,
  take: (form: FileForm) => Result,
): Promise<Result> =>
  new Promise((resolve, reject) => {
    const parser = createParser(request, maxFieldBytes);
    const limit = createByteLimit();
    const fields = new Map<string, string>();
    let file: BusboyFileStream | null = null;

    const fail = (error: Error): void => {
      request.unpipe(limit);
      file?.destroy(error);
      reject(error);
    };
    parser.on('field', (name: string, value: string, _isNameCut: boolean, isCut: boolean) => {
      if (isCut) fail(requestTooLarge());
      else fields.set(name, value);
    });
    parser.on('file', (fileField: string, origin: BusboyFileStream, filename, _encoding: string, type: string) => {
      file = origin;
      const { stream, digest } = detachable(origin, request.headers['idempotency-key'] !== undefined, explain);
      try {
        const declaredType = textOrNull(type.toLowerCase());
        const photo: PhotoFile = { stream, digest, declaredType, filename: textOrNull(filename), size: null };
        resolve(take({ fields, fileField, file: photo }));
      } catch (error) {
        stream.destroy();
        reject(error);
      }
    });
    parser.once('finish', () => reject(badRequest('BAD_REQUEST', 'The form has no file.', { status: 400 })));
    parser.on('error', () => fail(cutOff()));
    limit.on('error', fail);
    request.once('close', () => {
      if (!request.complete) fail(new ClientGoneError('The client is gone.'));
    });
    request.pipe(limit).pipe(parser);
  });
