/** `Upload`: a file of a multipart request. */

import { badUserInput } from '../../../errors/graphql-errors.ts';
import { IncomingPhoto } from '../../../uploads/incoming-photo.ts';
import { builder } from '../../core/builder.ts';

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
    if (value instanceof IncomingPhoto) return value;
    throw noFile();
  },
  parseLiteral: () => {
    throw noFile();
  },
});
