import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampled } from '../../support/effort.ts';
import { columnAt } from '../../support/graphql-client.ts';
import { type ScriptedGateway, startScriptedGateway } from '../../support/scripted-gateway.ts';

const WHY = 'Suspended until Monday.';

/** Reasons without a field, as services write them. */
const whole: readonly unknown[] = [
  { Message: WHY },
  { error: WHY, status: 403 },
  { error: { code: 'x', message: WHY, details: [{ message: 'Other.' }] } },
  { error: 'invalid', error_description: WHY },
  { type: 'about:blank', title: 'Bad', detail: WHY },
  { title: WHY },
  { reason: WHY },
  { errorMessage: WHY },
  { errors: WHY },
  { Success: false, Error: WHY, PKID: 0 },
  { d: { Message: WHY } },
  { status: 'fail', data: { message: WHY } },
  { response: { error: { message: WHY } } },
  { fault: { message: WHY, detail: 7 } },
  { timestamp: '2025', status: 400, error: 'Bad Request', message: WHY, path: '/x' },
  WHY,
];

/** The same of the title of a listing. */
const ofTitle: readonly unknown[] = [
  { Title: [WHY] },
  { 'listing.Title': [WHY], Price: ['Too high.'] },
  { title: 'Bad', errors: { '$.Title': [WHY] } },
  { Field: 'Title', Error: WHY },
  { ValidationResults: [{ Field: 'Title', Error: WHY, ErrorType: 2 }] },
  { CanProceed: false, Results: [{ Field: 'Title', Error: WHY, ErrorType: 2 }] },
  [{ Field: 'Title', Error: WHY, ErrorType: 2 }],
  { errors: [{ message: WHY, path: ['Title'] }], data: null },
  { errors: [{ source: { pointer: '/data/attributes/Title' }, title: 'Bad', detail: WHY }] },
  { Errors: [{ PropertyName: 'Title', ErrorMessage: WHY }] },
  { errors: [{ field: 'Title', defaultMessage: WHY }] },
  { errors: [{ param: 'Title', msg: WHY }] },
  { detail: [{ loc: ['body', 'Title'], msg: WHY }] },
];

const beside = { Message: 'The request is invalid.', ModelState: { 'listing.Title': [WHY] } };

/** Lists of texts. */
const listed: readonly unknown[] = [{ errors: [WHY] }, { errors: [{ message: WHY }] }, { messages: [WHY] }, [WHY]];

const errorsOf = '{ userErrors { field message } }';
const read = ['{ told: listing(id: 7) { title } }', 'GET', '/v1/listings/7'] as const;
const create = [
  `mutation { told: createListing(input: { listing: {} }) ${errorsOf} }`,
  'POST',
  '/v1/listings',
] as const;
const remove = [`mutation { told: deleteListing(input: { id: 7 }) ${errorsOf} }`, 'DELETE', '/v1/listings/7'] as const;
const writes: readonly (readonly [string, 'POST' | 'DELETE', string])[] = [
  create,
  remove,
  [`mutation { told: relistListings(input: { ids: [7, 8] }) ${errorsOf} }`, 'POST', '/v1/listings/relist'],
  [`mutation { told: updateUserDetails(input: { name: "A" }) ${errorsOf} }`, 'POST', '/v1/user/details'],
];

describe.each([400, 403, 404, 409])('The words of a refusal with %i reach the user', (status) => {
  let gateway: ScriptedGateway;
  beforeAll(async () => {
    gateway = await startScriptedGateway();
  });
  afterAll(() => gateway[Symbol.asyncDispose]());

  const forms = sampled([...whole, ...ofTitle, ...listed], 4, status);

  it.each(status === 400 ? [...forms, beside] : forms)('as %j', async (json) => {
    // Of a listing that is not found a read says nothing.
    for (const [text, method, path] of status === 404 || json === beside ? writes : [read, ...writes]) {
      gateway.upstream.on(method, path, { status, body: JSON.stringify(json) });
      const response = await gateway.ask(text);
      const told = Object(response.data).told === null ? [] : columnAt(response, 'told.userErrors', 'message');
      const said = [...told, ...response.errors.map(({ message }) => message)].join(' ');
      expect({ text, said }).toEqual({ text, said: expect.stringContaining(WHY) });
    }
  });

  it('as lines of plain text, and those of a page do not', async () => {
    const [text, method, path] = remove;
    gateway.upstream.on(method, path, { status, body: `${WHY}\nCall us.` });
    expect((await gateway.ask(text)).text).toContain(WHY);
    gateway.upstream.on(method, path, { status, body: `<html><h1>${WHY}</h1></html>` });
    expect((await gateway.ask(text)).text).not.toContain(WHY);
  });
});

it.each([...ofTitle, beside])('A field that is named gives the path of the input: %j', async (json) => {
  await using gateway = await startScriptedGateway();
  const [text, method, path] = create;
  gateway.upstream.on(method, path, { status: 400, body: JSON.stringify(json) });
  expect(columnAt(await gateway.ask(text), 'told.userErrors', 'field')[0]).toEqual(['input', 'listing', 'title']);
});
