/** Scalars of the schema. */
import { GraphQLID } from 'graphql';
import { badUserInput } from '../../errors/graphql-errors.ts';
import { IncomingPhoto } from '../../uploads/incoming-photo.ts';
import { builder } from './builder.ts';

const RFC_3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/i;

const readId = (value: unknown): string => {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  throw badUserInput(
    `An ID is a string, e.g. "Listing:123": a number is taken only while it is a whole number of at most ${Number.MAX_SAFE_INTEGER}.`,
  );
};

// Assumption: R1. A larger JSON number is rounded before anybody sees it, and may then be the id of another listing.
// Pothos takes the ID of graphql-js whatever is declared in its place, so that one is changed. Literals keep their digits.
Object.assign(GraphQLID, {
  parseValue: readId,
  description: `A global id such as \`Listing:123\`, or the digits of a number. It is a string in answers; send it as one. A JSON number in variables is taken only while it is a whole number of at most ${Number.MAX_SAFE_INTEGER}.`,
} satisfies Partial<typeof GraphQLID>);

builder.scalarType('DateTime', {
  description:
    'An instant in RFC 3339 format with offset, e.g. `2025-03-01T09:30:00Z`. Upstream values without an offset are interpreted as UTC.',
  specifiedByURL: 'https://scalars.graphql.org/andimarek/date-time.html',
  serialize: (value) => value.toISOString().replace('.000Z', 'Z'),
  parseValue: (value) => {
    const instant = typeof value === 'string' && RFC_3339.test(value) ? new Date(value) : null;
    if (instant === null || Number.isNaN(instant.getTime())) {
      throw badUserInput('A DateTime is written like "2025-03-01T09:30:00Z".');
    }
    return instant;
  },
});

builder.scalarType('JSON', {
  description: 'Any JSON value. Used only where the upstream contract declares no type.',
  specifiedByURL: 'https://datatracker.ietf.org/doc/html/rfc8259',
  serialize: (value) => value,
});

const refuseUpload = (): never => {
  throw badUserInput(
    'An Upload is a file of a multipart request: leave its variable null and send the file as the GraphQL multipart request specification says.',
  );
};

builder.scalarType('Upload', {
  description: 'A file in a multipart request (GraphQL multipart request specification).',
  specifiedByURL: 'https://github.com/jaydenseric/graphql-multipart-request-spec',
  serialize: refuseUpload,
  parseValue: (value) => (value instanceof IncomingPhoto ? value : refuseUpload()),
  parseLiteral: refuseUpload,
});
