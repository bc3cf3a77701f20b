/** What is informed of variables that do not fit: which, and where in it, but never the value, which may be a password. */
import { type GraphQLInputType, getNullableType, isInputObjectType, isListType, parse } from 'graphql';
import { afterAll, describe, expect, it } from 'vitest';
import { estimateResponse } from '../../../../src/gateway/execution/estimate-response.ts';
import { variableErrors } from '../../../../src/gateway/execution/variable-errors.ts';
import { createSharedLists } from '../../../../src/gateway/loaders/lookups/shared-lists.ts';
import { planOperation } from '../../../../src/gateway/pricing/plan.ts';
import { schema } from '../../../../src/gateway/schema/schema.ts';
import { createLog } from '../../../../src/log/logger.ts';
import { argumentPlaces } from '../../../gateway/operation/input-places.ts';
import { inLanes } from '../../../guarantees/lanes.ts';
import { sampled } from '../../../support/effort.ts';
import { type ScriptedGateway, startScriptedGateway } from '../../../support/scripted-gateway.ts';

const CANARY = 'canary-of-a-password';

/** A value that does not fit. */
interface WrongValue {
  readonly value: unknown;
  /** Where in the variable it is wrong, as messages say. */
  readonly place: string;
}

/** Values of a type with something wrong in each of their places, one at a time. */
const wrongValuesOf = (type: GraphQLInputType, place: string, depth = 0): readonly WrongValue[] => {
  const nullable = getNullableType(type);
  if (isListType(nullable)) {
    return wrongValuesOf(nullable.ofType, `${place}[0]`, depth).map((wrong) => ({ ...wrong, value: [wrong.value] }));
  }
  if (isInputObjectType(nullable)) {
    const fields = depth > 3 ? [] : Object.values(nullable.getFields());
    const inner = fields.flatMap((field) =>
      wrongValuesOf(field.type, `${place}.${field.name}`, depth + 1).map((wrong) => ({
        ...wrong,
        value: { [field.name]: wrong.value },
      })),
    );
    return [{ value: CANARY, place }, { value: [CANARY], place }, ...inner];
  }
  if (String(nullable) === 'JSON') return [];
  const isText = ['String', 'ID'].includes(String(nullable));
  // Short ones too: graphql-js shortens what is long or deep.
  return [
    { value: isText ? { a: CANARY } : CANARY, place },
    { value: isText ? [[CANARY]] : { a: CANARY }, place },
  ];
};

const cases = argumentPlaces.flatMap(({ coordinate, type, write, variables }) =>
  wrongValuesOf(type, 'v').map(({ value, place }) => ({
    coordinate,
    place,
    query: write('$v', `$v: ${String(type)}`),
    variables: { ...variables, v: value },
  })),
);

const typeNames = new Set(Object.keys(schema.getTypeMap()));

const gateway = await startScriptedGateway();
const hiding = await startScriptedGateway({ introspection: false });

afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await hiding[Symbol.asyncDispose]();
});

/** Long enough for a busy machine. */
const TIMEOUT_MS = 120_000;

/** What is answered, in each of several runs. */
const messagesOf = async (asked: ScriptedGateway, { query, variables }: (typeof cases)[number], count: number) => {
  const runs: string[][] = [];
  for (let run = 0; run < count; run += 1) {
    const response = await asked.ask(query, variables);
    expect(response.status).toBe(400);
    expect(response.body).not.toHaveProperty('data');
    expect(response.text).not.toContain(CANARY);
    expect(new Set(response.errors.map(({ extensions }) => extensions['code']))).toEqual(new Set(['BAD_USER_INPUT']));
    runs.push(response.errors.map(({ message }) => message));
  }
  for (const messages of runs) expect(messages).toEqual(runs[0]);
  return runs[0] ?? [];
};

/** Does something with each case, or in a short run with one in thirty. */
const eachCase = (work: (each: (typeof cases)[number]) => Promise<void>, offset = 0): Promise<void> => {
  const tried = sampled(30, cases, offset);
  return inLanes(tried.length, 8, async (index) => {
    const each = tried[index];
    if (each !== undefined) await work(each);
  });
};

const atPlace = (place: string): string => (place === 'v' ? '' : ` at "${place}"`);

const related = 'query ($v: Int!) { listing(id: "1") { related(first: $v) { id } } }';
const nodes = 'query ($v: [ID!]!) { nodes(ids: $v) { id } }';
const values = 'query ($v: LookupList!) { lookups { values(list: $v) { id } } }';
const signIn = 'mutation ($v: SignInInput!) { signIn(input: $v) { userErrors { code } } }';
const got = 'Variable "$v" got a value that is not acceptable';

describe('A variable that does not fit', () => {
  it('is tried for every input of the schema', () => {
    expect(cases.length).toBeGreaterThan(250);
    expect(cases.map(({ place }) => place)).toEqual(
      expect.arrayContaining(['v.listing.price', 'v.items[0].listingId']),
    );
  });

  it(
    'is named with the place in it and the reason, never with its value',
    async () => {
      await eachCase(async (each) => {
        const messages = await messagesOf(gateway, each, each.query.startsWith('mutation') ? 1 : 3);
        const said = `Variable "$v" got a value that is not acceptable${atPlace(each.place)}: `;
        expect(messages.filter((message) => message.startsWith(said))).not.toEqual([]);
        for (const message of messages) expect(message).toMatch(/^Variable "\$v" .*: [A-Z].*\.$/);
      });
      expect(gateway.logLines.join()).not.toContain(CANARY);
      expect(gateway.upstream.count()).toBe(0);
    },
    TIMEOUT_MS,
  );

  it(
    'is named without anything of the schema that the caller did not name, where the schema is hidden',
    async () => {
      await eachCase(async (each) => {
        const messages = await messagesOf(hiding, each, 1);
        expect(messages).toContain(`Variable "$v" got a value that is not acceptable${atPlace(each.place)}.`);
        for (const message of messages) {
          const [, place = 'v'] =
            /^Variable "\$v" got a value that is not acceptable(?: at "([\w.[\]]+)")?\.$/.exec(message) ?? [];
          expect(each.place.startsWith(place) || place.startsWith(each.place)).toBe(true);
          expect(message.split(/\W+/).filter((word) => typeNames.has(word))).toEqual([]);
        }
      }, 1);
      expect(hiding.logLines.join()).not.toContain(CANARY);
    },
    TIMEOUT_MS,
  );

  it.each<[string, unknown, string]>([
    [related, '2', `${got}: Int cannot represent non-integer value.`],
    [related, 2 ** 40, `${got}: Int cannot represent non 32-bit signed integer value.`],
    [related, null, 'Variable "$v" of type "Int!" must not be null.'],
    [related, undefined, 'Variable "$v" of type "Int!" was not provided.'],
    [nodes, ['1', null], `${got} at "v[1]": Expected non-nullable type "ID!" not to be null.`],
    [
      nodes,
      { a: 1 },
      `${got}: An ID is a string, e.g. "Listing:123": a number is taken only while it is a whole number of at most 9007199254740991.`,
    ],
    [values, 'FUELS', `${got}: Expected type "LookupList".`],
    [signIn, { username: 'me', pasword: 'x' }, `${got}: Field "password" of required type "String!" was not provided.`],
    [signIn, 'me', `${got}: Expected type "SignInInput" to be an object.`],
  ])('is told of by its reason: %s %j', async (query, value, message) => {
    const { errors } = await gateway.ask(query, { v: value });
    expect(errors[0]?.message).toBe(message);
  });

  it('is looked at no further than that is known, and reported ten times at most', () => {
    let looks = 0;
    const wrong = {
      toJSON: () => {
        looks += 1;
        return '';
      },
    };
    const execution = {
      schema,
      document: parse(nodes),
      variableValues: { v: Array.from({ length: 30_000 }, () => wrong) },
    };
    const lists = createSharedLists({ freshMs: 0, staleMs: 0, log: createLog('silent'), now: () => performance.now() });
    expect(estimateResponse(execution, lists, 100)).toEqual({ objects: 0, isWhole: true, exceeded: null });
    expect(planOperation(execution)).toBeNull();
    expect(looks).toBeLessThan(10);
    expect(variableErrors(execution, false)).toHaveLength(10);
    expect(looks).toBeLessThan(300);
  });
});
