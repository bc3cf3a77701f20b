import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { schema } from '../../src/gateway/schema/schema.ts';

const mobile = readFileSync(new URL('../../docs/mobile.md', import.meta.url), 'utf8');

it('docs/mobile.md says of every mutation once what an app may do without a response', () => {
  const table = mobile.slice(mobile.indexOf('| The app sent |'), mobile.indexOf('The gateway never repeats'));
  const named = [...table.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
  expect(named.toSorted()).toEqual(Object.keys(schema.getMutationType()?.getFields() ?? {}).toSorted());
});
