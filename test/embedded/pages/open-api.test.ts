import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type Endpoint, endpoints } from '../../../src/contract/endpoints.ts';
import { structures } from '../../../src/embedded/pages/structures.ts';
import { fieldsOf, type RunningService, rowsOf, startService, startServiceForAll } from '../running-service.ts';

type Fields = Readonly<Record<string, unknown>>;

const service = await startServiceForAll();
const document = fieldsOf(await (await service.fetch('/openapi.json')).json());

const rows: readonly (readonly [string, Endpoint])[] = Object.entries(endpoints);

const at = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce((found, key) => fieldsOf(found)[key], value);

const operationOf = ({ path, method }: Endpoint): Fields => fieldsOf(at(document, 'paths', path, method.toLowerCase()));

const schemaOf = (name: string): Fields => fieldsOf(at(document, 'components', 'schemas', name));

/** Every value under a key, however deep. */
const collect = (value: unknown, key: string): unknown[] => {
  if (Array.isArray(value)) return value.flatMap((each) => collect(each, key));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => (name === key ? [each] : collect(each, key)));
};

describe('GET /openapi.json', () => {
  it('is an OpenAPI 3.1 document of the API where it runs', async () => {
    const response = await service.fetch('/openapi.json');
    expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'application/json']);
    expect(document['openapi']).toBe('3.1.0');
    expect(fieldsOf(document['info'])).toMatchObject({ title: expect.any(String), version: 'v1' });
    expect(document['servers']).toEqual([{ url: service.baseUrl.href }]);
  });

  it.each(rows)('describes %s', (name, row) => {
    const operation = operationOf(row);
    expect(operation['operationId']).toBe(name);
    expect(operation['summary']).toEqual(expect.any(String));
    const sent = rowsOf(operation['parameters']).map((each) => [each['in'], each['name'], each['required']]);
    const expected = [
      ...Object.keys(row.pathParameters).map((each) => ['path', each, true]),
      ...Object.entries(row.query).map(([each, { required }]) => ['query', each, required]),
    ];
    expect(sent.filter(([place]) => place !== 'header')).toEqual(expected);
    expect(sent.some(([, each]) => each === 'client_secret')).toBe(row.access === 'sign-in');
    expect('requestBody' in operation).toBe(row.body !== null);
    const statuses = Object.keys(fieldsOf(operation['responses']));
    expect(statuses).toEqual(expect.arrayContaining(['200', '400', '401']));
    expect(statuses.includes('404')).toBe('id' in row.pathParameters);
    expect(statuses.includes('204')).toBe(row.response.kind === 'pdf');
  });

  it('describes no other path or method', () => {
    const described = Object.values(fieldsOf(document['paths'])).flatMap((path) => Object.keys(fieldsOf(path)));
    expect(described).toHaveLength(rows.length);
  });

  it('says by access class which token an operation takes', () => {
    expect(operationOf(endpoints.requestToken)['security']).toEqual([]);
    expect(operationOf(endpoints.getUserDetails)['security']).toEqual([{ userToken: [] }]);
    expect(operationOf(endpoints.listFuels)['security']).toEqual([{ applicationToken: [] }, { userToken: [] }]);
    const schemes = fieldsOf(at(document, 'components', 'securitySchemes'));
    expect(fieldsOf(schemes['userToken'])).toMatchObject({ type: 'apiKey', in: 'header', name: 'Authorisation' });
  });

  it('has all 40 structures with all their fields', () => {
    expect(structures).toHaveLength(40);
    for (const { name, fields } of structures) {
      expect([name, Object.keys(fieldsOf(schemaOf(name)['properties']))]).toEqual([name, Object.keys(fields)]);
    }
    const count = structures.reduce((sum, { fields }) => sum + Object.keys(fields).length, 0);
    expect(count).toBe(242);
  });

  it('requires what a listing must have, and every field of what is only answered', () => {
    expect(schemaOf('ListingDefinition')['required']).toHaveLength(8);
    expect(schemaOf('WatchItem')['required']).toBeUndefined();
    expect(schemaOf('AccountEntry')['required']).toEqual([
      'Amount',
      'Balance',
      'Description',
      'ReceiptUrl',
      'TimeStamp',
    ]);
  });

  it('refers to nothing that is not there', () => {
    const references = collect(document, '$ref').map(String);
    expect(references.length).toBeGreaterThan(100);
    for (const reference of new Set(references)) {
      expect([reference, at(document, ...reference.slice(2).split('/'))]).toEqual([reference, expect.anything()]);
    }
  });

  it('takes no other method', async () => {
    const response = await service.fetch('/openapi.json', { method: 'POST' });
    expect([response.status, response.headers.get('Allow')]).toEqual([405, 'GET, HEAD']);
  });
});

describe('GET /', () => {
  const page = async (from: RunningService) => {
    const response = await from.fetch('/');
    return { response, text: await response.text() };
  };

  it('lists every endpoint and every structure, with links between them that lead somewhere', async () => {
    const { text } = await page(service);
    for (const [name, { method, path }] of rows) {
      expect(text).toContain(
        `<tr id="${name}">\n<td><span class="method ${method}">${method}</span><code>${path}</code>`,
      );
    }
    for (const { name } of structures) expect(text).toContain(`id="${name}"`);
    const ids = new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    const targets = [...text.matchAll(/href="#([^"]+)"/g)].map(([, target]) => target);
    expect(targets.length).toBeGreaterThan(60);
    expect(targets.filter((target) => !ids.has(target))).toEqual([]);
  });

  it('runs no script but its own and loads nothing from elsewhere', async () => {
    const { response, text } = await page(service);
    const policy = response.headers.get('Content-Security-Policy');
    expect(policy).toContain("default-src 'none'");
    const [, script = ''] = /<script>([\s\S]*)<\/script>/.exec(text) ?? [];
    expect(policy).toContain(`script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`);
    expect(text.match(/<script/g)).toHaveLength(2);
    expect(text.match(/<link/g)).toHaveLength(1);
    expect(text).toContain('<link rel="icon" href="data:');
    expect(text).not.toMatch(/@import|url\(/);
  });

  it('has a form to try the endpoints only where there are accounts to try them with', async () => {
    expect((await page(service)).text).toContain('id="try-it"');
    await using empty = await startService({ demoData: false });
    expect((await page(empty)).text).not.toMatch(/<script|try-it"/);
  });
});

it('GET /listings/{id} is a page with a way on for a browser where there is no such listing, and JSON for a program', async () => {
  for (const path of ['/listings/99999999', '/nope']) {
    const response = await service.fetch(path, { headers: { accept: 'text/html,*/*;q=0.8' } });
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('<a href="/">');
    const json = await service.fetch(path);
    expect([json.status, await json.json()]).toEqual([404, { Message: expect.any(String) }]);
  }
});
