import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { globalId, parseGlobalId } from '../../../../src/gateway/arguments/global-id.ts';
import { anyCharacter } from '../../../support/any-character.ts';

describe('globalId', () => {
  it('is taken apart into what it was made of, whatever the parts of the key', () => {
    const part = fc.string({ unit: anyCharacter, minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(
        fc.constantFrom('Listing', 'VehicleModel'),
        fc.array(part, { minLength: 1, maxLength: 3 }),
        (type, key) => {
          const id = globalId(type, ...key);
          expect(parseGlobalId(id)).toEqual({ type, key });
          expect(id).toMatch(/^[A-Za-z]+:[\w.!~*'()%/-]+$/);
        },
      ),
    );
  });

  it.each([
    ['Listing', ['123'], 'Listing:123'],
    ['VehicleModel', ['Fiat', '500'], 'VehicleModel:Fiat/500'],
    ['VehicleModel', ['A/B', '50%'], 'VehicleModel:A%2FB/50%25'],
  ])('of %s %j is %s', (type, key, id) => {
    expect(globalId(type, ...key)).toBe(id);
  });
});

describe('parseGlobalId', () => {
  it.each([
    '',
    ':',
    'Listing',
    'Listing:',
    ':7',
    'listing:7',
    '7',
    'Listing:%',
    'Listing:%e0%a4',
    'A B:7',
    'Listing :7',
  ])('is null for "%s"', (id) => {
    expect(parseGlobalId(id)).toBeNull();
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (id) => {
        const parsed = parseGlobalId(id);
        expect(parsed === null || parsed.key.length > 0).toBe(true);
      }),
    );
  });
});
