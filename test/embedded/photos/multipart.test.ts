import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../src/embedded/core/refusal.ts';
import { boundaryOf, splitMultipart } from '../../../src/embedded/photos/multipart.ts';

const split = (text: string) =>
  splitMultipart(Buffer.from(text, 'latin1'), 'b').map(({ name, isFile, bytes }) => ({
    name,
    isFile,
    text: Buffer.from(bytes).toString('latin1'),
  }));

const field = (disposition: string, content: string) =>
  `--b\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`;

describe('boundaryOf', () => {
  it.each([
    ['multipart/form-data; boundary=abc', 'abc'],
    ['multipart/form-data; charset=utf-8; Boundary="a b:c"', 'a b:c'],
    ['multipart/form-data', undefined],
    ['multipart/form-data; boundary=', undefined],
    [`multipart/form-data; boundary=${'x'.repeat(71)}; boundary=y`, 'x'.repeat(70)],
  ])('reads %s', (contentType, boundary) => {
    expect(boundaryOf(contentType)).toBe(boundary);
  });
});

describe('splitMultipart', () => {
  it('gives each field with its bytes as they are', () => {
    const body = `${field('name="a"', '1')}${field('name="file"; filename="x.jpg"', '\u00ff\u00d8\r\n--\r\n\r\n')}--b--\r\n`;
    expect(split(body)).toEqual([
      { name: 'a', isFile: false, text: '1' },
      { name: 'file', isFile: true, text: '\u00ff\u00d8\r\n--\r\n\r\n' },
    ]);
  });

  it('takes a preamble, fields without a name, empty ones, and other spellings of headers', () => {
    const odd = "--b\r\ncontent-type: image/png\r\ncontent-disposition: form-data; filename*=utf-8''x\r\n\r\n\r\n";
    expect(split(`Hello\r\n${odd}--b--`)).toEqual([{ name: null, isFile: true, text: '' }]);
    expect(split('--b\r\n\r\nplain\r\n--b--')).toEqual([{ name: null, isFile: false, text: 'plain' }]);
    expect(split('--b--')).toEqual([]);
  });

  it.each([
    ['nothing', ''],
    ['another boundary', '--c\r\n\r\nx\r\n--c--'],
    ['a boundary in the middle of a line', `x${field('name="a"', '1')}--b--`],
    ['no end', field('name="a"', '1')],
    ['a field that is cut off', field('name="a"', '1').slice(0, -4)],
    ['headers without an end', '--b\r\nContent-Disposition: form-data\r\n--b--'],
    ['an oversized header', field(`name="${'x'.repeat(5000)}"`, '1')],
  ])('refuses %s', (_case, body) => {
    expect(() => split(body)).toThrow(Refusal);
  });

  it('refuses thousands of fields at the 21st', () => {
    const body = `${field('name="a"', '1').repeat(5000)}--b--`;
    expect(() => split(body)).toThrow(Refusal);
    expect(split(`${field('name="a"', '1').repeat(20)}--b--`)).toHaveLength(20);
  });

  it('gives fields or refuses, whatever it is given', () => {
    const piece = fc.constantFrom('--b', '--b--', '\r\n', '\r', '\n', '--', 'b', ':', 'name="file"', 'x', '\u0000');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        try {
          expect(split(pieces.join('')).length).toBeLessThan(21);
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
        }
      }),
      { seed: 20_250_615, numRuns: 2_000 },
    );
  });
});
