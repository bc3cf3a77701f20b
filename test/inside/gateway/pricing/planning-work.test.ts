import { type DocumentNode, parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { type Plan, planOperation } from '../../../../src/gateway/pricing/plan.ts';
import { schema } from '../../../../src/gateway/schema/schema.ts';
import type { AttackDocument } from '../../../guarantees/attacks/attack-documents.ts';
import { nodeTraps, otherTraps } from '../../../guarantees/attacks/documents/planning-traps.ts';
import { byEffort, sampled } from '../../../support/effort.ts';

const MAX_CALLS = 50;

const parsed = new Map<string, DocumentNode>();

const documentOf = (query: string): DocumentNode => {
  const document = parsed.get(query) ?? parse(query);
  if (!parsed.has(query)) expect(validate(schema, document)).toEqual([]);
  parsed.set(query, document);
  return document;
};

const plan = ({ query, variables = {} }: AttackDocument, maxCalls?: number): Plan => {
  const document = documentOf(query);
  const planned = planOperation({ schema, document, variableValues: variables }, maxCalls);
  if (planned === null) throw new Error('There is no plan.');
  return planned;
};

const traps = [...sampled(5, [...nodeTraps()]), ...sampled(2, [...otherTraps()])];

describe('The plan of a document that takes long to plan', () => {
  it('ends when it is over the limit, and says so', () => {
    const plans = traps.map((trap) => plan(trap, MAX_CALLS));
    expect(Math.max(...plans.map(({ steps }) => steps))).toBeLessThan(7_500);
    expect(plans.filter(({ isWhole, total }) => !isWhole && total <= MAX_CALLS)).toEqual([]);
    expect(plans.filter(({ isWhole }) => !isWhole).length).toBeGreaterThan(byEffort(3, 10));
  });

  it('takes a bounded number of steps without a limit too, and is whole', () => {
    const plans = traps.map((trap) => plan(trap));
    expect(Math.max(...plans.map(({ steps }) => steps))).toBeLessThan(30_000);
    expect(plans.every(({ isWhole }) => isWhole)).toBe(true);
  });

  it('stops reading variables that do not fit, however many values they have', () => {
    let read = 0;
    const ids = Array.from({ length: 1_000 }, () => []);
    const counted = new Proxy(ids, {
      get: (target, name) => {
        read += 1;
        return Reflect.get(target, name);
      },
    });
    const document = parse('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }');
    expect(planOperation({ schema, document, variableValues: { ids: counted } })).toBeNull();
    expect(read).toBeLessThan(20);
  });

  it('looks at objects that are there twice once, and at fields that cost the same once', () => {
    const ids = Array.from({ length: 50 }, () => 'Listing:7');
    const fields = 'title url description seller { name } photos { url } attributes { name } viewCount';
    const nodes = (alias: string): string => `${alias}: nodes(ids: $ids) { ... on Listing { ${fields} } }`;
    const query = `query ($ids: [ID!]!) { ${nodes('a')} ${nodes('b')} }`;
    const { steps, total } = plan({ what: 'the same listing', query, variables: { ids } });
    expect(total).toBe(1);
    expect(steps).toBeLessThan(10);
  });
});
