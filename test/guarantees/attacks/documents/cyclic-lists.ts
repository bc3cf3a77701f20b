/** Documents that follow lists which point at each other, as deep as a document may be: they cost no call once the lists are cached. */
import {
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isListType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { schema } from '../../../../src/gateway/schema/schema.ts';
import { type AttackDocument, times } from '../attack-document.ts';

const MAX_DEPTH = 12;
const MAX_IDS = 50;

/** A field that leads from one object of a lookup to others. */
interface Step {
  readonly name: string;
  readonly type: GraphQLObjectType;
  readonly isList: boolean;
}

const isLookup = (type: GraphQLObjectType): boolean => type.getInterfaces().some(({ name }) => name === 'Lookup');

const stepsOf = (type: GraphQLObjectType): readonly Step[] =>
  Object.values(type.getFields()).flatMap((field) => {
    const inner = getNamedType(field.type);
    if (!isObjectType(inner) || !isLookup(inner) || field.args.some(isRequiredArgument)) return [];
    return [{ name: field.name, type: inner, isList: isListType(getNullableType(field.type)) }];
  });

/** All ways from a type back to it, without going round within. */
const cyclesOf = (start: GraphQLObjectType): readonly (readonly Step[])[] => {
  const found: (readonly Step[])[] = [];
  const follow = (type: GraphQLObjectType, way: readonly Step[]): void => {
    for (const step of stepsOf(type)) {
      if (step.type === start) found.push([...way, step]);
      else if (!way.some((before) => before.type === step.type)) follow(step.type, [...way, step]);
    }
  };
  follow(start, []);
  return found.filter((cycle) => cycle.some(({ isList }) => isList));
};

/** A selection that goes round a cycle for so many levels. */
const round = (cycle: readonly Step[], levels: number, leaf: string, at = 0): string => {
  const step = cycle[at % cycle.length];
  return step === undefined || levels <= 1 ? leaf : `${step.name} { ${round(cycle, levels - 1, leaf, at + 1)} }`;
};

/** Where a type is to be had, and the levels that this takes. */
const entriesTo = (
  type: GraphQLObjectType,
): readonly { readonly open: string; readonly close: string; readonly levels: number }[] => {
  const query = schema.getQueryType();
  const lookups = schema.getType('Lookups');
  const lists = (of: unknown): readonly string[] =>
    isObjectType(of) ? stepsOf(of).flatMap((step) => (step.type === type && step.isList ? [step.name] : [])) : [];
  const ids = JSON.stringify(Array.from({ length: MAX_IDS }, (_, at) => `${type.name}:${at % 8}`));
  return [
    ...lists(query).map((name) => ({ open: `{ ${name} {`, close: '} }', levels: 1 })),
    ...lists(lookups).map((name) => ({ open: `{ lookups { ${name} {`, close: '} } }', levels: 2 })),
    { open: `{ nodes(ids: ${ids}) { ... on ${type.name} {`, close: '} } }', levels: 1 },
  ];
};

/** Round each cycle of lookups, to each depth, by one name and by several. */
export function* cyclicLists(): Generator<AttackDocument> {
  const lookupTypes = Object.values(schema.getTypeMap()).filter(isObjectType).filter(isLookup);
  for (const type of lookupTypes) {
    for (const cycle of cyclesOf(type)) {
      const way = cycle.map(({ name }) => name).join(' → ');
      for (const { open, close, levels } of entriesTo(type)) {
        for (let depth = 2; depth + levels <= MAX_DEPTH; depth += 1) {
          const inner = round(cycle, depth, 'id label');
          yield { what: `${open} ${way}, ${depth} levels`, query: `${open} ${inner} ${close}` };
        }
        const [first] = cycle;
        if (first === undefined) continue;
        const rest = round(cycle, 3, '__typename', 1);
        const many = times(5, (at) => `a${at}: ${first.name} { ${rest} }`);
        yield { what: `${open} ${way}, by five names`, query: `${open} ${many} ${close}` };
        yield {
          what: `${open} ${way}, in fragments`,
          query: `query ($no: Boolean = false) ${open} ...A ${close} fragment A on ${type.name} { ${round(cycle, 5, 'id', 0)} @skip(if: $no) ...B } fragment B on ${type.name} { ${round(cycle, 6, 'label', 0)} }`,
        };
      }
    }
  }
  const models = 'id key label make { id key label }';
  for (const [count, what] of [
    [5, 'as often as one list may be asked for'],
    [28, 'by 28 names'],
  ] as const) {
    yield {
      what: `all models ${what}`,
      query: `{ lookups { ${times(count, (at) => `a${at}: vehicleModels { ${models} }`)} } }`,
    };
  }
  const errors = `{ ${times(20, (at) => `a${at}: nodes(ids: $ids) { id }`)} }`;
  const ids = Array.from({ length: MAX_IDS }, (_, at) => `none-${at}`);
  yield { what: 'a thousand errors', query: `query ($ids: [ID!]!) ${errors}`, variables: { ids } };
}
