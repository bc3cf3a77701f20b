/** `Upload`: a file of a multipart request. */
import { builder } from '../builder.ts';
import { badUserInput } from '../errors.ts';
import type { PhotoFile } from './photo-file.ts';

/** A file in the place of its variable, where JSON alone could never put one. */
export class UploadedFile implements PhotoFile {
  readonly stream: PhotoFile['stream'];
  readonly declaredType: PhotoFile['declaredType'];
  readonly filename: PhotoFile['filename'];
  readonly size: PhotoFile['size'];

  constructor({ stream, declaredType, filename, size }: PhotoFile) {
    this.stream = stream;
    this.declaredType = declaredType;
    this.filename = filename;
    this.size = size;
  }
}

const noFile = () =>
  badUserInput(
    'An Upload is a file of a multipart request: leave its variable null and send the file as the GraphQL multipart request specification says.',
  );

builder.scalarType('Upload', {
  description: 'A file in a multipart request (GraphQL multipart request specification).',
  specifiedByURL: 'https://github.com/jaydenseric/graphql-multipart-request-spec',
  serialize: () => {
    throw noFile();
  },
  parseValue: (value) => {
    if (value instanceof UploadedFile) return value;
    throw noFile();
  },
  parseLiteral: () => {
    throw noFile();
  },
});
