import { describe, expect, it } from 'vitest';
import { readFieldChecks } from '../../../../src/upstream/decoding/field-checks.ts';

const title = { field: 'Title', error: 'Too short.', errorType: 2 };
const price = { field: 'Price', error: 'Say how much.', errorType: 1 };

describe('ValidationResults', () => {
  it.each<[string, unknown]>([
    [
      'a list of ValidateResult',
      [
        { Field: 'Title', Error: 'Too short.', ErrorType: 2 },
        { Field: 'Price', Error: 'Say how much.', ErrorType: 'Required' },
      ],
    ],
    [
      'an object with Results',
      {
        CanProceed: false,
        Results: [
          { Field: 'Title', Error: 'Too short.', ErrorType: '2' },
          { Field: 'Price', Error: 'Say how much.', ErrorType: 1 },
        ],
      },
    ],
    [
      'a map of ValidateResult',
      { Title: { Error: 'Too short.', ErrorType: 2 }, Price: [{ Error: 'Say how much.', ErrorType: 1 }] },
    ],
    [
      'a list in other casing',
      [
        { field: 'Title', error: 'Too short.', errorType: 2 },
        { field: 'Price', error: 'Say how much.', errorType: 1 },
      ],
    ],
  ])('are read from %s', (_form, json) => {
    expect(readFieldChecks(json)).toEqual([title, price]);
  });

  it('are read from a map of texts and lists of texts', () => {
    expect(readFieldChecks({ Title: 'Too short.', Price: ['Say how much.', 'In euros.'] })).toEqual([
      { ...title, errorType: null },
      { ...price, errorType: null },
      { field: 'Price', error: 'In euros.', errorType: null },
    ]);
  });

  it('are read from one ValidateResult, and from texts that name no field', () => {
    expect(readFieldChecks({ Field: 'Title', Error: 'Too short.', ErrorType: 2 })).toEqual([title]);
    expect(readFieldChecks(['No.'])).toEqual([{ field: null, error: 'No.', errorType: null }]);
  });

  it('keep a field that is right, and one that the contract does not know', () => {
    expect(
      readFieldChecks([
        { Field: 'Title', ErrorType: 0 },
        { Field: 'Colour', Error: 'Which?', ErrorType: 9 },
      ]),
    ).toEqual([
      { field: 'Title', error: null, errorType: 0 },
      { field: 'Colour', error: 'Which?', errorType: null },
    ]);
  });

  it.each([null, undefined, '', 7, true, [], {}, [null], [{}], { Title: '' }, { Title: null }])(
    'say nothing in %j',
    (json) => {
      expect(readFieldChecks(json)).toEqual([]);
    },
  );
});
