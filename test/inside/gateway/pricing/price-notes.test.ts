import {
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  isAbstractType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  parse,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { planOperation } from '../../../../src/gateway/pricing/plan.ts';
import { PRICED_SECTIONS } from '../../../../src/gateway/pricing/price.ts';
import { schema } from '../../../../src/gateway/schema/schema.ts';
import { IncomingPhoto } from '../../../../src/gateway/uploads/incoming-photo.ts';
import { literalOf } from '../../../gateway/root-fields.ts';
import { byEffort } from '../../../support/effort.ts';

/** Longest way from the root to a field. */
const MOST_STEPS = byEffort(4, 6);

const written = ({ name, args }: GraphQLField<unknown, unknown>): string => {
  const given = args.filter((arg) => isRequiredArgument(arg) || arg.name === 'first');
  return given.length === 0 ? name : `${name}(${given.map((arg) => `${arg.name}: ${literalOf(arg.type)}`).join(', ')})`;
};

interface PlannedCall {
  readonly operation: string;
  readonly count: number;
}

/** Calls that an operation may cause, by their key. */
const planOf = (steps: readonly string[]): ReadonlyMap<string, PlannedCall> => {
  const document = parse(`${steps.join(' { ')}${' }'.repeat(steps.length - 1)}`);
  const plan = planOperation({ schema, document, variableValues: { file: new IncomingPhoto(false, () => {}) } });
  return new Map(plan?.entries.filter(({ count }) => count > 0).map((entry) => [entry.key, entry]));
};

/** A field at the end of a way from the root. */
interface Place {
  readonly way: string;
  /** Calls that it adds to the plan of what leads to it. */
  readonly added: readonly PlannedCall[];
  /** All operations of the plan. */
  readonly operations: readonly string[];
}

interface Coordinate {
  readonly description: string;
  readonly places: Place[];
}

const coordinates = new Map<string, Coordinate>();

const walk = (type: GraphQLObjectType, steps: readonly string[], seen: ReadonlySet<string>): void => {
  const before = planOf([...steps, '__typename']);
  for (const field of Object.values(type.getFields())) {
    const coordinate = `${type.name}.${field.name}`;
    if (seen.has(coordinate)) continue;
    const inner = getNamedType(field.type);
    const text = written(field);
    const after = planOf([...steps, text, ...(isLeafType(inner) ? [] : ['__typename'])]);
    const known = coordinates.get(coordinate) ?? { description: field.description ?? '', places: [] };
    coordinates.set(coordinate, known);
    known.places.push({
      way: [...steps, text].join(' > '),
      added: [...after]
        .map(([key, { operation, count }]) => ({ operation, count: count - (before.get(key)?.count ?? 0) }))
        .filter(({ count }) => count > 0),
      operations: [...after.values()].map(({ operation }) => operation),
    });
    if (steps.length === MOST_STEPS) continue;
    const types = isAbstractType(inner) ? schema.getPossibleTypes(inner) : isObjectType(inner) ? [inner] : [];
    for (const each of types) {
      const on = isAbstractType(inner) ? [`... on ${each.name}`] : [];
      walk(each, [...steps, text, ...on], new Set([...seen, coordinate]));
    }
  }
};

for (const [start, type] of [
  ['query', schema.getQueryType()],
  ['mutation ($file: Upload!)', schema.getMutationType()],
] as const) {
  if (type != null) walk(type, [start], new Set());
}

const NAMED = /(?:up to (\d+) × )?`((?:GET|POST|DELETE) [^`]+)`( for each section)?( for each)?/g;

/** The calls that a price names, and the most of each: infinite for those of each object. */
const namedIn = (price: string): ReadonlyMap<string, number> =>
  new Map(
    [...price.matchAll(NAMED)].map(([, times = '1', operation = '', ofSections, ofAll]) => [
      operation,
      ofAll === undefined ? Number(times) * (ofSections === undefined ? 1 : PRICED_SECTIONS) : Number.POSITIVE_INFINITY,
    ]),
  );

const priceIn = (description: string): string => /Price: (.*)\.$/.exec(description)?.[1] ?? '';

/** The price of a field of a listing there; of others that of any place. */
const priceAt = (way: string, price: string): string => {
  const parts = price.split('; ');
  const own = parts.find((part) => part.includes("the caller's own lists"));
  const listed = parts.find((part) => part.includes('in lists')) ?? parts[0] ?? '';
  if (/ > watchedListings[^>]* > nodes > [^>]+$/.test(way)) return listed;
  return / > listings[^>]* > nodes > [^>]+$/.test(way) ? (own ?? listed) : price;
};

describe('The description of a field', () => {
  it('is read for every field of the schema', () => {
    const types = Object.values(schema.getTypeMap()).filter((type) => isObjectType(type));
    const fields = types.flatMap((type) => (type.name.startsWith('__') ? [] : Object.keys(type.getFields())));
    expect(coordinates.size).toBe(fields.length);
  });

  it.each([...coordinates])(
    'says what %s may add to the plan of an operation, and no more',
    (name, { description, places }) => {
      const price = priceIn(description);
      for (const { way, added } of places) {
        const named = namedIn(name.startsWith('Listing.') ? priceAt(way, price) : price);
        for (const { operation, count } of added) {
          expect(count, `${operation} in ${way}`).toBeLessThanOrEqual(named.get(operation) ?? 0);
        }
      }
      const planned = new Set(places.flatMap(({ operations }) => operations));
      expect([...namedIn(price).keys()].filter((operation) => !planned.has(operation))).toEqual([]);
    },
  );

  it('of Listing names the fields that cost nothing in a list', () => {
    const inList = [...coordinates].filter(([name]) => name.startsWith('Listing.'));
    const free = inList.filter(([, { places }]) =>
      places.every(({ way, added }) => !/ > watchedListings[^>]* > nodes > [^>]+$/.test(way) || added.length === 0),
    );
    const named = /cost nothing: ([^.]+)\./.exec(schema.getType('Listing')?.description ?? '')?.[1] ?? '';
    expect(named.split(', ')).toEqual(free.map(([name]) => `\`${name.split('.')[1]}\``));
  });
});
