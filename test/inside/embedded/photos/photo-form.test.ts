import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../../src/embedded/core/refusal.ts';
import { readPhotoForm } from '../../../../src/embedded/photos/photo-form.ts';
import { byEffort } from '../../../support/effort.ts';

const read = async (text: string, contentType = 'multipart/form-data; boundary=b') => {
  const photos = await readPhotoForm(Buffer.from(text, 'latin1'), contentType);
  return photos.map((bytes) => Buffer.from(bytes).toString('latin1'));
};

const field = (disposition: string, content: string) =>
  `--b\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`;

describe('readPhotoForm', () => {
  it.each([
    ['multipart/form-data; boundary=abc', 'abc'],
    ['multipart/form-data; charset=utf-8; Boundary="a b:c"', 'a b:c'],
  ])('takes the boundary of %s', async (contentType, boundary) => {
    const body = `--${boundary}\r\nContent-Disposition: form-data; name="file"\r\n\r\nx\r\n--${boundary}--\r\n`;
    expect(await read(body, contentType)).toEqual(['x']);
  });

  it.each(['multipart/form-data', 'multipart/form-data; boundary='])('refuses %s', async (contentType) => {
    await expect(read(`${field('name="file"', 'x')}--b--`, contentType)).rejects.toThrow(Refusal);
  });

  it('gives the bytes of files as they are, and leaves other fields out', async () => {
    const bytes = '\u00ff\u00d8\r\n--\r\n\r\n';
    const body = `${field('name="a"', '1')}${field('name="file"; filename="x.jpg"', bytes)}--b--\r\n`;
    expect(await read(body)).toEqual([bytes]);
    const second = field('name="second"; filename="y.jpg"', 'y');
    expect(await read(`${field('name="file"', 'x')}${second}--b--`)).toEqual(['x', 'y']);
  });

  it('takes a preamble, files without a name, empty ones, and other spellings of headers', async () => {
    const odd = "--b\r\ncontent-type: image/png\r\ncontent-disposition: form-data; filename*=utf-8''x\r\n\r\n\r\n";
    expect(await read(`Hello\r\n${odd}--b--`)).toEqual(['']);
    expect(await read('--b\r\n\r\nplain\r\n--b--')).toEqual([]);
    expect(await read('--b--')).toEqual([]);
  });

  it.each([
    ['nothing', ''],
    ['another boundary', '--c\r\n\r\nx\r\n--c--'],
    ['no end', field('name="file"', '1')],
    ['a field that is cut off', field('name="file"', '1').slice(0, -4)],
    ['an oversized header', `${field(`name="${'x'.repeat(5000)}"`, '1')}--b--`],
    ['an oversized header of a file', `${field(`name="file"; filename="${'x'.repeat(5000)}"`, '1')}--b--`],
  ])('refuses %s', async (_case, body) => {
    await expect(read(body)).rejects.toThrow(Refusal);
  });

  it.each([
    ['a boundary in the middle of a line', `x${field('name="file"', '1')}--b--`],
    ['headers without an end', '--b\r\nContent-Disposition: form-data; name="file"\r\n--b--'],
  ])('finds no photo behind %s', async (_case, body) => {
    expect(await read(body)).toEqual([]);
  });

  it('refuses thousands of fields at the 21st', async () => {
    await expect(read(`${field('name="file"', '1').repeat(5000)}--b--`)).rejects.toThrow(Refusal);
    expect(await read(`${field('name="file"', '1').repeat(20)}--b--`)).toHaveLength(20);
  });

  it('gives photos or refuses, whatever it is given', async () => {
    const piece = fc.constantFrom('--b', '--b--', '\r\n', '\r', '\n', '--', 'b', ':', 'name="file"', 'x', '\u0000');
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 30 }), async (pieces) => {
        try {
          expect((await read(pieces.join(''))).length).toBeLessThan(21);
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
        }
      }),
      { seed: 20_250_615, numRuns: byEffort(500, 2_000) },
    );
  });
});
