import { expect, it } from 'vitest';
import { memoizeByList } from '../../../../../src/gateway/loaders/lookups/indexed-list.ts';

it('What is made of a list is the same for the same list and key, and another for any other', () => {
  let made = 0;
  const modelsOf = memoizeByList((key: string) => (entry: number) => {
    made += 1;
    return `${key}${entry}`;
  });
  const [list, other] = [
    [1, 2],
    [1, 2],
  ];
  const first = modelsOf('a', list);
  expect(first).toEqual(['a1', 'a2']);
  expect(modelsOf('a', list)).toBe(first);
  expect(made).toBe(2);
  expect(modelsOf('b', list)).toEqual(['b1', 'b2']);
  expect(modelsOf('a', other)).not.toBe(first);
});
