/** Scalars of the schema. */
import { GraphQLError } from 'graphql';
import { builder } from './builder.ts';

const RFC_3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/i;

builder.scalarType('DateTime', {
  description:
    'An instant, RFC 3339 with offset, e.g. `2025-03-01T09:30:00Z`. Upstream values without an offset are read as UTC.',
  specifiedByURL: 'https://scalars.graphql.org/andimarek/date-time.html',
  serialize: (value) => value.toISOString().replace('.000Z', 'Z'),
  parseValue: (value) => {
    const instant = typeof value === 'string' && RFC_3339.test(value) ? new Date(value) : null;
    if (instant === null || Number.isNaN(instant.getTime())) {
      throw new GraphQLError('A DateTime is written like "2025-03-01T09:30:00Z".', {
        extensions: { code: 'BAD_USER_INPUT' },
      });
    }
    return instant;
  },
});

builder.scalarType('JSON', {
  description: 'Any JSON value. Used only where the upstream contract declares no type.',
  specifiedByURL: 'https://datatracker.ietf.org/doc/html/rfc8259',
  serialize: (value) => value,
});
