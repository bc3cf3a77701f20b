import { describe, expect, it } from 'vitest';
import { byEffort, oneIn, sampled } from '../../support/effort.ts';
import { columnAt, valueAt } from '../../support/graphql-client.ts';
import { nothingKept, startScriptedGatewayForAll } from '../../support/scripted-gateway.ts';

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
  { userMessage: WHY, developerMessage: 'NullReferenceException at X.Y()' },
  { Success: false, Error: JSON.stringify({ Message: WHY }) },
  { Success: false, Error: JSON.stringify([WHY, 'Other.']) },
  JSON.stringify({ Success: false, Error: WHY }),
  { errors: WHY },
  { Success: false, Error: WHY, PKID: 0 },
  { d: { Message: WHY } },
  { status: 'fail', data: { message: WHY } },
  { response: { error: { message: WHY } } },
  { fault: { message: WHY, detail: 7 } },
  { ValidationResults: WHY },
  { Message: 'It is frozen', Error: WHY },
  { 'odata.error': { code: '', message: { lang: 'en-US', value: WHY } } },
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
  { ValidationErrors: { Title: [WHY] } },
  { Message: 'Bad', validationErrors: [{ propertyName: 'Title', errorMessage: WHY }] },
  { fieldErrors: [{ fieldName: 'Title', message: WHY }] },
  { errors: { Title: { message: WHY } } },
  { errors: { Title: [{ ErrorMessage: WHY }] } },
  { type: 'about:blank', title: 'Bad', status: 400, errors: { Title: WHY } },
  { Title: [{ ErrorMessage: WHY }] },
  { Title: { Errors: [{ ErrorMessage: WHY, Exception: null }] } },
  { title: { _errors: [WHY] } },
  { violations: [{ propertyPath: 'title', message: WHY }] },
  { title: 'Bad', 'invalid-params': [{ name: 'title', reason: WHY }] },
  { error: { code: 'BadArgument', details: [{ target: 'Title', message: WHY }] } },
  { ModelState: { Title: `<ul><li>${WHY}</li></ul>` } },
  { ValidationResults: [{ Field: 'Title', Error: [WHY, 'Other.'], ErrorType: 2 }] },
  { ValidationResults: [{ Key: 'Title', Value: [WHY] }] },
  { ValidationResults: [{ MemberNames: ['Title'], ErrorMessage: WHY }] },
  { message: [{ target: {}, value: 'What was sent', property: 'title', constraints: { length: WHY } }] },
  { invalid_params: [{ name: 'title', reason: WHY }] },
];

/** Names of the title, as services give them. */
const namesOfTitle =
  "Title title TITLE Definition.Title model.Title $.title $['Title'] listing[title] /Title #/data/attributes/title Listing.Definition.Title title[0] $.listing.title[0] _title".split(
    ' ',
  );
const namedForms = (name: string): readonly unknown[] => [
  { [name]: [WHY] },
  { Message: 'Bad', ModelState: { [name]: [WHY] } },
  { title: 'Bad', errors: { [name]: [{ message: WHY }] } },
  { ValidationErrors: [{ Field: name, Error: WHY }] },
];

/** The same as XML, or with tags of HTML. */
const marked = [
  `<?xml version="1.0"?><Error><Message>${WHY}</Message></Error>`,
  `<Error xmlns:i="x"><Message>Bad</Message><ModelState><Title><string>${WHY}</string></Title></ModelState></Error>`,
  `<s:Envelope xmlns:s="x"><s:Body><s:Fault><faultcode>s:Client</faultcode><detail>${WHY}</detail></s:Fault></s:Body></s:Envelope>`,
  `<string xmlns="x">${WHY}</string>`,
  `<p>Suspended <b>until</b>&nbsp;Monday.</p>`,
  JSON.stringify({ Message: `<p>Suspended <b>until</b> Monday.</p><br/>` }),
  JSON.stringify({ Errors: [`<span class="x">Suspended until</span> Monday.`] }),
];

const beside = { Message: 'The request is invalid.', ModelState: { 'listing.Title': [WHY] } };

/** Words that look like calls, JSON, markup or tokens. */
const words = [
  'at least one photo is needed',
  'Photo needed\n at least one',
  'The field "Title" is required.',
  'Price must be > 0',
  'Title [max 50] is too long',
  'CompanyProfileId 8 is not yours.',
  'AssignedUserOrGroupId must be empty.',
  'A listing with VIN WVWZZZ1JZXW000001 exists already.',
  'The make VolkswagenGolfGTI is unknown.',
  'Order 2026-0000-1234-5678-ABC is open.',
  'See https://help.shop.example/Articles/AbCdEf12',
];

/** What is not for users. */
const unsaid = [
  'at Shop.Save (/app/shop.js:1:2)',
  'Failed\n   at Shop.Listings.Save(Int64 id) in C:\\shop.cs:line 5',
  'Failed\n    at file:///app/shop.js:1:2',
  'Failed\n  File "shop.py", line 3',
  'Token 9f86d081884c7d659a2feaa0c55ad015 is no good',
  'Token eyJhbGciOi.eyJzdWIiOjF9.c2ln is no good',
  'Token q3JzT0x5WkE4bW9OdVd2c1Fy is no good',
  '{"Message": "Failed',
  'Warning: Undefined variable $x in /var/www/api/user.php on line 5',
  'No such file: D:\\shop\\listings.cs',
];

/** The data of a user, with what may be in front of it or around it. */
const SECRET = 'e@example.org';
const leaks = ['{"Email":"WHO"}', '[{"Email":"WHO"}]', '{\n  "Email": "WHO"\n}']
  .flatMap((json) => [
    `Notice: Undefined index in line 5\n${json}`,
    `<br />\n<b>Warning</b>: something is odd<br />\n${json}`,
    `)]}',\n${json}`,
    `while(1);${json}`,
    `callback(${json})`,
    `${json}\n${json}`,
    `\u0000\u0001 binary data ${json}`,
  ])
  .concat('\u0000\u0001 some data WHO', 'x y in /srv/app/user.rb:5 of WHO')
  .map((text) => text.replaceAll('WHO', SECRET));
const tables = ['UserID,Name,Email\n77,Maria Borg,WHO', 'UserID: 77\nName: Maria Borg\nEmail: WHO\n'].map((text) =>
  text.replaceAll('WHO', SECRET),
);

/** Lists of texts, and texts by names that nobody knows. */
const listed: readonly unknown[] = [
  { ExceptionMessage: WHY, ExceptionType: 'X' },
  { errors: [WHY] },
  { errors: [{ message: WHY }] },
  { messages: [WHY] },
  [WHY],
  { brokenRules: [{ rule: 'Monday', description: WHY }] },
  { notice: { code: 'x', hint: WHY, timestamp: 'Mon Jan 05 2026', value: 'What was sent' } },
];

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

const gateway = await startScriptedGatewayForAll(nothingKept);

describe.each([400, 403, 404, 409])('The words of a refusal with %i reach the user', (status) => {
  const forms = oneIn(byEffort(24, 4), [...whole, ...ofTitle, ...listed], status);

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

  it.each(sampled(6, marked, status))('as %s', async (body) => {
    for (const [text, method, path] of status === 404 ? writes : [read, ...writes]) {
      gateway.upstream.on(method, path, { status, body });
      expect({ text, said: (await gateway.ask(text)).text }).toEqual({ text, said: expect.stringContaining(WHY) });
    }
  });

  it('as lines of plain text, and those of a page do not', async () => {
    const [text, method, path] = remove;
    gateway.upstream.on(method, path, { status, body: `${WHY}\nCall us.` });
    expect((await gateway.ask(text)).text).toContain(WHY);
    for (const said of sampled(4, words, status)) {
      gateway.upstream.on(method, path, { status, body: said });
      const response = await gateway.ask(text);
      const told = Object(response.data).told === null ? response.errors : valueAt(response, 'told.userErrors');
      expect(told).toMatchObject([{ message: said }]);
    }
    gateway.upstream.on(method, path, { status, body: `<html><h1>${WHY}</h1></html>` });
    expect((await gateway.ask(text)).text).not.toContain(WHY);
  });
});

/** Reads, with the place of what is read. */
const reads: readonly (readonly [string, string])[] = [
  ['told: listing(id: 7) { title }', '/v1/listings/7'],
  ['told: listingDefinition(id: 7) { title }', '/v1/listings/definition/7'],
  ['told: listingPreview(id: 7) { title }', '/v1/listings/7/mini'],
  ['viewer { told: name }', '/v1/user/details'],
  ['viewer { told: watchedListings(first: 2) { nodes { title } } }', '/v1/user/watchedlistings'],
  ['viewer { told: listings(sectionId: 1, first: 2) { nodes { title } } }', '/v1/user/listings'],
  ['viewer { told: accountEntries(first: 2) { nodes { description } } }', '/v1/user/account'],
  ['viewer { told: watchedListing(id: 7) { title } }', '/v1/user/watchedlisting/7'],
  ['viewer { told: sections { section { label } } }', '/v1/user/sections'],
  ['viewer { told: premiumOptionsCost(options: [FEATURED]) { cost { amount } } }', '/v1/user/premiumoptionscost'],
  ['told: sections { label }', '/v1/sections'],
  ['lookups { told: fuels { label } }', '/v1/properties/fuel'],
];

/** Bodies of a success that say that there is none. */
const refusedReads: readonly unknown[] = [
  ...whole.filter(
    (json) => typeof json !== 'object' || !(json !== null && Object.keys(json).length === 1 && 'title' in json),
  ),
  { Success: false, Message: WHY },
  { Success: false, Error: WHY, PKID: 7, Title: 'Sofa', Items: [], Sections: [] },
  { Error: WHY, PKID: 0, Title: '', Items: [], TotalResults: 0, Sections: [], UserID: null },
  { PKID: null, Title: null, Message: WHY },
  { Errors: [WHY], Items: null },
  { Success: false, Error: WHY, Data: { PKID: 7, Items: [], TotalResults: 0, Sections: [], Cost: 0, ToPay: 0 } },
  { IsError: true, Message: WHY, Data: { PKID: 0, Items: [], TotalResults: 0, Sections: [], Cost: 0 } },
];

it.each(sampled(3, unsaid))('What is for programmers alone is not said: %s', async (body) => {
  const [text, method, path] = remove;
  gateway.upstream.on(method, path, { status: 400, body });
  const [said] = columnAt(await gateway.ask(text), 'told.userErrors', 'message');
  expect(said).toMatch(/^(?:The service refused\.|Token \[redacted\] is no good)$/);
});

it.each(
  sampled(12, [...leaks.map((body) => [body, [200, 400]] as const), ...tables.map((body) => [body, [200]] as const)]),
)('Data in the place of words is not said: %j', async (body, all) => {
  for (const status of all) {
    for (const [text, method, path] of [read, ...writes]) {
      gateway.upstream.on(method, path, { status, body });
      expect((await gateway.ask(text)).text).not.toMatch(/@example|Maria|Undefined|binary/);
    }
  }
});

it.each([WHY, JSON.stringify(WHY), `<Result><Success>false</Success><Error>${WHY}</Error></Result>`])(
  'The words of a 200 to a write are in RESULT_UNKNOWN: %s',
  async (body) => {
    const [text, method, path] = remove;
    gateway.upstream.on(method, path, { body });
    expect((await gateway.ask(text)).errors).toMatchObject([
      { message: expect.stringContaining(WHY), extensions: { code: 'RESULT_UNKNOWN' } },
    ]);
  },
);

it('What a check of a listing says of the whole is a user error', async () => {
  const text = `mutation { told: validateListing(input: { listing: {} }) { canProceed userErrors { message } } }`;
  for (const name of ['Error', 'Message']) {
    const json = { CanProceed: false, Results: null, [name]: WHY };
    gateway.upstream.on('POST', '/v1/listings/validate', { json });
    expect((await gateway.ask(text)).data).toEqual({ told: { canProceed: false, userErrors: [{ message: WHY }] } });
  }
});

describe.each(reads)('The words of a 200 in place of a response are in the error: %s', (field, path) => {
  const offset = reads.findIndex(([each]) => each === field);

  it.each(oneIn(byEffort(28, 3), refusedReads, 2 * offset))('%j', async (json) => {
    for (const body of typeof json === 'string' ? [json, JSON.stringify(json)] : [JSON.stringify(json)]) {
      gateway.upstream.on('GET', path, { body });
      const { errors } = await gateway.ask(`{ ${field} }`);
      expect(errors).toMatchObject([
        { message: expect.stringContaining(WHY), extensions: { code: 'UPSTREAM_INVALID' } },
      ]);
    }
  });
});

it.each([
  { Message: 'Prices are without tax.', PKID: 7, Title: 'Sofa' },
  { Error: null, Errors: [], Success: true, PKID: 7, Title: 'Sofa' },
  { Error: 'Views are not counted now.', PKID: 7, Title: 'Sofa' },
])('Words beside what was asked for take nothing away: %j', async (json) => {
  gateway.upstream.on('GET', '/v1/listings/7', { json });
  expect((await gateway.ask(read[0])).body).toEqual({ data: { told: { title: 'Sofa' } } });
});

it('A Message beside an empty list is no failure', async () => {
  const json = { Items: [], TotalResults: 0, Message: 'You watch nothing.' };
  gateway.upstream.on('GET', '/v1/user/watchedlistings', { json });
  const { body } = await gateway.ask('{ viewer { watchedListings { totalCount } } }');
  expect(body).toEqual({ data: { viewer: { watchedListings: { totalCount: 0 } } } });
});

it.each(sampled(7, namesOfTitle.flatMap(namedForms)))(
  'A field by whatever name gives the path of the input: %j',
  async (json) => {
    const [text, method, path] = create;
    gateway.upstream.on(method, path, { status: 400, body: JSON.stringify(json) });
    const told = await gateway.ask(text);
    expect(columnAt(told, 'told.userErrors', 'field')[0]).toEqual(['input', 'listing', 'title']);
    expect(columnAt(told, 'told.userErrors', 'message').join(' ')).toContain(WHY);
  },
);

it.each(
  sampled(3, [
    ['Company', 'companyName'],
    ['req.Telephone', 'telephone'],
    ['$.vatNumber', 'vatNumber'],
    ['name', 'name'],
  ] as const),
)('A field of the account gives the path of the input: %s', async (name, input) => {
  const text = 'mutation { told: updateUserDetails(input: { name: "A" }) { userErrors { code field message } } }';
  for (const json of namedForms(name)) {
    gateway.upstream.on('POST', '/v1/user/details', { status: 400, json });
    expect(columnAt(await gateway.ask(text), 'told.userErrors', 'field')[0]).toEqual(['input', input]);
  }
});

it.each(sampled(6, [...ofTitle, beside]))('A field that is named gives the path of the input: %j', async (json) => {
  const [text, method, path] = create;
  gateway.upstream.on(method, path, { status: 400, body: JSON.stringify(json) });
  expect(columnAt(await gateway.ask(text), 'told.userErrors', 'field')[0]).toEqual(['input', 'listing', 'title']);
});
