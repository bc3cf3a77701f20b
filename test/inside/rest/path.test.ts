import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildQuery, createPathFiller } from '../../../src/rest/request.ts';

describe('createPathFiller', () => {
  it('keeps any text within its one segment', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1 }).filter((text) => text !== '.' && text !== '..'),
        (id) => {
          const path = createPathFiller('/v1/listings/{id}/mini')({ id });
          expect(path.split('/')).toHaveLength(5);
          expect(path).not.toMatch(/[?#\s]/);
          expect(decodeURIComponent(path.slice('/v1/listings/'.length, -'/mini'.length))).toBe(id);
        },
      ),
    );
  });

  it.each(['', '.', '..', undefined, []])('refuses %j, which would make another path', (id) => {
    expect(() => createPathFiller('/v1/listings/{id}')({ id })).toThrow(TypeError);
  });
});

describe('buildQuery', () => {
  it('writes declared parameters under their exact names, in their declared order', () => {
    const parameters = { count: 20, section: '9223372036854775807', other: 'x', filter: 'a b&c=d/é' };
    expect(buildQuery(['section', 'count', 'first', 'filter'], parameters)).toBe(
      '?section=9223372036854775807&count=20&filter=a%20b%26c%3Dd%2F%C3%A9',
    );
  });

  it('repeats a list parameter, with its order and repeats', () => {
    expect(buildQuery(['options'], { options: [2, 1, 2] })).toBe('?options=2&options=1&options=2');
  });

  it('carries half a surrogate pair as the replacement character', () => {
    expect(buildQuery(['filter'], { filter: 'a\ud800b' })).toBe('?filter=a%EF%BF%BDb');
  });

  it('leaves out what is undefined, and keeps zero and empty text', () => {
    expect(buildQuery(['a', 'b', 'c'], { a: undefined, b: 0, c: '' })).toBe('?b=0&c=');
    expect(buildQuery(['a', 'options'], { a: undefined, options: [] })).toBe('');
  });
});
