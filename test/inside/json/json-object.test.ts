import { expect, it } from 'vitest';
import { saysNothing } from '../../../src/json/json-object.ts';

/** Fails when its keys are listed: as many as it has bytes. */
const unlisted = (bytes: number): Uint8Array =>
  new Proxy(new Uint8Array(bytes), {
    get: (target, name) => Reflect.get(target, name),
    ownKeys: () => {
      throw new Error('Its keys are listed.');
    },
  });

it.each([
  ['nothing', undefined, true],
  ['null', null, true],
  ['an empty object', {}, true],
  ['an empty list', [], true],
  ['no bytes', unlisted(0), true],
  ['an object', { a: null }, false],
  ['a list', [null], false],
  ['a text, an empty one too', '', false],
  ['bytes, without a look at each', unlisted(1), false],
])('Of %s is known whether it says something', (_what, json, expected) => {
  expect(saysNothing(json)).toBe(expected);
});
