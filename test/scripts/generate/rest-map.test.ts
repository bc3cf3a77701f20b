import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { endpointMap, parseCoverage, typeMap } from '../../../scripts/generate/rest-map.ts';

const coverage = parseCoverage(readFileSync(new URL('../../gateway/coverage.json', import.meta.url), 'utf8'));

describe('The map from REST to GraphQL', () => {
  it('says of an endpoint where it is, who may call it, and whether it is kept or sent again', () => {
    const rows = endpointMap(coverage).split('\n');
    expect(rows).toContain('| `GET /v1/sections` | `Query.sections` | anyone with a token | yes | once |');
    expect(rows).toContain(
      '| `POST /v1/token` (password) | `Mutation.signIn` | no token | no | only if it was never sent |',
    );
    expect(rows).toHaveLength(Object.keys(coverage.endpoints).length + 2);
  });

  it('says of every field of a structure where it is', () => {
    const map = typeMap(coverage);
    for (const [structure, fields] of Object.entries(coverage.structures)) {
      expect(map).toContain(`### ${structure}\n`);
      for (const field of Object.keys(fields)) expect(map).toContain(`| \`${field}\` | \``);
    }
  });

  it('refuses an endpoint that the contract does not have, and a table of another form', () => {
    expect(() => endpointMap({ endpoints: { 'GET /v1/search': 'Query.search' }, structures: {} })).toThrow(
      'The contract has no endpoint GET /v1/search.',
    );
    expect(() => parseCoverage('{"endpoints":{}}')).toThrow('structures');
  });
});
