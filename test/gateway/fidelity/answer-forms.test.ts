import { describe, expect, it } from 'vitest';
import { type Detour, type PassingRequest, readBy, withJson } from '../../support/detour.ts';
import { byEffort, oneIn, sampled } from '../../support/effort.ts';
import type { GraphqlResponse } from '../../support/graphql-client.ts';
import { startWorldForAll } from '../../support/world.ts';
import { type ResponseForm, moveId, moveIdsBack, responseForms, wholeSeconds, writeJson } from './answer-forms.ts';
import { type Asked, requestedOperations, connections } from './asked.ts';
import { type DetouredGateway, readToEnd, startDetouredGateway } from './detoured-gateway.ts';
import { differencesOf } from './differences.ts';

/** Fields without a declared type, dates as text, and the ids of movements, which are made of what the service wrote. */
const shownAsTheyCome =
  /\.(?:numericParams|textParams|companyData|userData|validationData|data|\w+AtText)$|\.accountEntries\..*\.id$/;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const declared: ResponseForm = { name: 'as they are declared', write: (json) => json };

/** What was informed, but for what the form may change. */
const comparable = (form: ResponseForm, value: unknown, path = ''): unknown => {
  if (shownAsTheyCome.test(path) || form.shownAt?.test(path) === true) return undefined;
  if (form.emptyForNull === true && value === '') return null;
  if (!isObject(value)) return value;
  const fields = Object.entries(value).map(([name, each]): [string, unknown] => [
    name,
    comparable(form, each, `${path}.${name}`),
  ]);
  return Array.isArray(value) ? fields.map(([, each]) => each) : Object.fromEntries(fields);
};

const reportedIn = ({ data, errors }: GraphqlResponse): unknown => ({
  told: data,
  errors: errors.map(({ message, path, extensions }) => ({ message, path, code: extensions['code'] })),
});

/** A request with the ids that the service has. */
const withOwnIds = (request: PassingRequest): PassingRequest => ({
  ...request,
  path: moveIdsBack(request.path),
  query: new URLSearchParams(moveIdsBack(String(request.query))),
  body: Buffer.from(moveIdsBack(request.body.toString())),
});

/** Has every listing viewed as often, however often the test has read it. */
const withSteadyViews = (json: unknown): unknown => (isObject(json) && 'Views' in json ? { ...json, Views: 77 } : json);

const detourOf =
  ({ write, read, movesIds = false }: ResponseForm): Detour =>
  async (request, forward) => {
    const response = await forward(readBy(read, movesIds ? withOwnIds(request) : request));
    return withJson(
      response,
      (json) => write(wholeSeconds(withSteadyViews(json), request.endpoint), request.endpoint),
      writeJson,
    );
  };

const movedIds = (text: string): string =>
  text.replaceAll(/(Listing:|"id":")(\d+)/g, (_whole, type: string, id: string) => type + moveId(id));

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => isObject(value);

const withMovedIds = (asked: Asked): Asked => {
  const variables: unknown = JSON.parse(movedIds(JSON.stringify(asked.variables ?? {})));
  return { ...asked, text: movedIds(asked.text), variables: isRecord(variables) ? variables : {} };
};

type Told = Readonly<Record<string, unknown>>;

/** Leaves of a cursor what is the same in every form: it also tells the response that it is of, as that was written. */
const placeOfCursor = (name: string, value: unknown): unknown =>
  typeof value === 'string' && /cursor$/i.test(name)
    ? Buffer.from(value, 'base64url').toString().split(':').slice(0, 3).join(':')
    : value;

/** What operations informed, and connections, by name; ids are those that the service has. */
const collect = async (
  gateway: DetouredGateway,
  { movesIds = false }: ResponseForm,
  operations = requestedOperations,
  lists = connections,
): Promise<Told> => {
  const answers = await Promise.all(
    operations.map(async (asked): Promise<[string, unknown]> => {
      const answer = await gateway.ask(movesIds ? withMovedIds(asked) : asked);
      return [asked.name, reportedIn(answer)];
    }),
  );
  const pages = await Promise.all(
    lists.map(async (each): Promise<[string, unknown]> => [each.name, await readToEnd(gateway, each, 40)]),
  );
  const told = JSON.stringify(Object.fromEntries([...answers, ...pages]), placeOfCursor);
  return JSON.parse(movesIds ? moveIdsBack(told) : told);
};

/** Each form is tried with one operation of so many, and each with others. */
const STEP = byEffort(24, 6);

/** Enough to see what is wrong. */
const SHOWN = 20;

describe('What a gateway says of a service', async () => {
  const world = await startWorldForAll();
  await using gateway = await startDetouredGateway(world, detourOf(declared));
  const tried = sampled(8, responseForms).map((form) => ({ ...form, at: responseForms.indexOf(form) }));
  const triedOf = <Each>(all: readonly Each[]): readonly Each[] => [
    ...new Set(tried.flatMap(({ at }) => oneIn(STEP, all, at))),
  ];
  const expected = await collect(gateway, declared, triedOf(requestedOperations), triedOf(connections));

  it('is reported by operations that work', () => {
    const failed = Object.entries(expected).filter(
      ([, each]) => isObject(each) && 'errors' in each && String(each.errors) !== '',
    );
    expect(failed).toEqual([]);
  });

  it.each(tried)('is the same for $name', async ({ at, ...form }) => {
    await using gateway = await startDetouredGateway(world, detourOf(form));
    const told = await collect(gateway, form, oneIn(STEP, requestedOperations, at), oneIn(STEP, connections, at));
    const known = Object.fromEntries(Object.keys(told).map((name) => [name, expected[name]]));
    expect(differencesOf(comparable(form, known), comparable(form, told)).slice(0, SHOWN)).toEqual([]);
  });
});
