import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { schema } from '../../src/gateway/schema/schema.ts';

const mobile = readFileSync(new URL('../../docs/mobile.md', import.meta.url), 'utf8');

describe('docs/mobile.md', () => {
  it('says of every mutation once what an app may do when no answer comes', () => {
    const table = mobile.slice(mobile.indexOf('| What the app sent |'), mobile.indexOf('The gateway itself sends'));
    const named = [...table.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
    expect(named.toSorted()).toEqual(Object.keys(schema.getMutationType()?.getFields() ?? {}).toSorted());
  });
});
