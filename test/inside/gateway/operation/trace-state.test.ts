import { describe, expect, it } from 'vitest';
import { parseTraceState } from '../../../../src/gateway/operation/trace-state.ts';

const members = (count: number): string => Array.from({ length: count }, (_value, at) => `k${at}=v`).join(',');

describe('parseTraceState', () => {
  it.each([
    ['a=1', 'a=1'],
    ['a=1,b=2', 'a=1,b=2'],
    [' a=1 ,\tb=2 ,', 'a=1,b=2'],
    ['0tenant@system=value', '0tenant@system=value'],
    ['a_-*/9=1 2 "3"\\', 'a_-*/9=1 2 "3"\\'],
    [`${'k'.repeat(256)}=${'v'.repeat(255)}`, `${'k'.repeat(256)}=${'v'.repeat(255)}`],
    [members(32), members(32)],
  ])('takes a list: %j', (header, list) => {
    expect(parseTraceState(header)).toBe(list);
  });

  it('takes one in several lines', () => {
    expect(parseTraceState(['a=1', 'b=2'])).toBe('a=1,b=2');
  });

  it.each([
    undefined,
    '',
    ' , ',
    'a',
    'a=',
    '=1',
    'A=1',
    'a=1=2',
    'a=1,a=2',
    'a=\t1',
    'a=\u00fc',
    'a=1\n',
    'a@B=1',
    '@a=1',
    'a=1\u0000',
    members(33),
    `${'k'.repeat(257)}=1`,
    `a=${'v'.repeat(257)}`,
    Array.from({ length: 5 }, (_value, at) => `k${at}=${'v'.repeat(100)}`).join(','),
    ['a=1', 'a=2'],
  ])('takes nothing else: %j', (header) => {
    expect(parseTraceState(header)).toBeNull();
  });
});
