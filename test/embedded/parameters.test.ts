import { describe, expect, it } from 'vitest';
import { type Endpoint, type EndpointName, endpointNames, endpoints } from '../../src/contract/endpoints.ts';
import type { FieldType } from '../../src/contract/structure.ts';
import { sampled } from '../support/effort.ts';
import { fieldsOf, startServiceForAll } from './running-service.ts';

const notWhole = ['', 'x', '1.5', '1e3', '0x10', ' 1', '+1', '1,000', 'NaN', '１'];
/** A short run tries one text of so many with each parameter, and with each parameter others. */
const STEP = 4;
const wrongTexts = (type: FieldType): string[] => {
  if (type.kind === 'int32') return [...notWhole, '2147483648', '-2147483649'];
  if (type.kind === 'int64') return [...notWhole, '9223372036854775808', '-9223372036854775809', '9'.repeat(400)];
  if (type.kind === 'code') return [...notWhole, '99', '-2'];
  return type.kind === 'list' ? wrongTexts(type.item) : [];
};

const goodText = (type: FieldType): string => (type.kind === 'code' ? '0' : '1');

/** A right query of an endpoint, with some parameters changed; undefined leaves one out. */
const queryOf = (row: Endpoint, changes: Readonly<Record<string, string | undefined>>): string => {
  const query = new URLSearchParams();
  for (const [name, { type, required }] of Object.entries(row.query)) {
    const text = name in changes ? changes[name] : required ? goodText(type) : undefined;
    if (text !== undefined) query.append(name, text);
  }
  return query.size === 0 ? '' : `?${query}`;
};

const pathOf = (row: Endpoint, changes: Readonly<Record<string, string>> = {}): string =>
  row.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(changes[name] ?? '1'));

const parametersOf = (pick: (row: Endpoint) => [string, FieldType][]): [EndpointName, string, FieldType][] =>
  endpointNames.flatMap((name) =>
    pick(endpoints[name])
      .map(([parameter, type]) => [name, parameter, type] as const)
      .map(([endpoint, parameter, type]): [EndpointName, string, FieldType] => [endpoint, parameter, type]),
  );

const pathParameters = parametersOf((row) => Object.entries(row.pathParameters));
const queryParameters = parametersOf((row) => Object.entries(row.query).map(([name, { type }]) => [name, type]));

const service = await startServiceForAll();
const token = await service.signIn('agent');

/** What an endpoint returns, as far as a refusal goes. */
const refusalOf = async (name: EndpointName, path: string) => {
  const { status, body } = await service.call(path, { method: endpoints[name].method, token });
  return { path, status, message: status === 400 ? fieldsOf(body)['Message'] : null };
};

const refusal = (path: string, parameter: string) => ({
  path,
  status: 400,
  message: expect.stringContaining(`parameter '${parameter}'`),
});

describe.each(pathParameters)('%s: path parameter %s', (name, parameter, type) => {
  it('is refused by name when it is no such number', async () => {
    const row = endpoints[name];
    for (const text of sampled(STEP, wrongTexts(type), endpointNames.indexOf(name)).filter((wrong) => wrong !== '')) {
      const path = `${pathOf(row, { [parameter]: text })}${queryOf(row, {})}`;
      expect(await refusalOf(name, path)).toEqual(refusal(path, parameter));
    }
  });
});

describe.each(queryParameters)('%s: query parameter %s', (name, parameter, type) => {
  it('is refused by name when it is wrong', async () => {
    const row = endpoints[name];
    for (const text of sampled(STEP, wrongTexts(type), endpointNames.indexOf(name))) {
      const path = `${pathOf(row)}${queryOf(row, { [parameter]: text })}`;
      expect(await refusalOf(name, path)).toEqual(refusal(path, parameter));
    }
  });
});

describe.each(queryParameters.filter(([, , type]) => type.kind !== 'list'))(
  '%s: query parameter %s',
  (name, parameter, type) => {
    it('is refused by name when it comes twice', async () => {
      const row = endpoints[name];
      const path = `${pathOf(row)}${queryOf(row, { [parameter]: goodText(type) })}&${parameter}=${goodText(type)}`;
      expect(await refusalOf(name, path)).toEqual(refusal(path, parameter));
    });
  },
);

describe.each(queryParameters.filter(([name, parameter]) => queryOf(endpoints[name], {}).includes(`${parameter}=`)))(
  '%s: required query parameter %s',
  (name, parameter) => {
    it('is refused by name when it is missing', async () => {
      const path = `${pathOf(endpoints[name])}${queryOf(endpoints[name], { [parameter]: undefined })}`;
      expect(await refusalOf(name, path)).toEqual(refusal(path, parameter));
    });
  },
);

describe('limits of parameters', () => {
  it.each([
    ['/v1/listings/1000?related=-1', 'related'],
    ['/v1/user/listings?section=1&count=-1', 'count'],
    ['/v1/user/listings?section=1&first=0', 'first'],
    ['/v1/user/listings?section=1&first=-1', 'first'],
    ['/v1/user/watchedlistings?count=-1', 'count'],
    ['/v1/user/watchedlistings?first=0', 'first'],
    ['/v1/user/account?first=-1', 'first'],
    ['/v1/user/account?count=-1', 'count'],
  ])('%s is refused', async (path, parameter) => {
    const response = await service.call(path, { token });
    expect(response.status).toBe(400);
    expect(fieldsOf(response.body)['Message']).toContain(`'${parameter}'`);
  });

  it('the largest int64 is a listing that is not there', async () => {
    for (const id of ['9223372036854775807', '-9223372036854775808', '9007199254740993', '0', '-0', '-1']) {
      expect([id, (await service.call(`/v1/listings/${id}`, { token })).status]).toEqual([id, 404]);
    }
  });

  it('a path that climbs, or that is badly encoded, finds nothing and breaks nothing', async () => {
    for (const path of [
      '/v1/listings/1%2F2',
      '/v1/listings/%zz',
      '/v1/listings/..%2f',
      '/v1/listings/%00',
      '/v1//sections',
    ]) {
      expect([400, 404]).toContain((await service.call(path, { token })).status);
    }
  });
});
