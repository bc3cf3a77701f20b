import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createSealedCookies } from '../../../../src/gateway/browser-sessions/sealed-cookies.ts';

const cookies = createSealedCookies(true, 'session');

/** The header that a browser sends after these responses. */
const sentAfter = (...responses: (readonly string[])[]): string => {
  const jar = new Map<string, string>();
  for (const setCookie of responses.flat()) {
    const [pair = ''] = setCookie.split(';');
    const at = pair.indexOf('=');
    const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
    if (/Max-Age=0(?:;|$)/.test(setCookie)) jar.delete(name);
    else jar.set(name, value);
  }
  return [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
};

const textOf = (length: number): string => randomBytes(length).toString('base64url').slice(0, length);

describe('The cookies of a session', () => {
  it.each([1, 100, 3799, 3800, 3801, 7600, 7601, 14_000, 15_200])('carry a text of %i characters', (length) => {
    const text = textOf(length);
    const written = cookies.write(text, 60);
    expect(cookies.read(sentAfter(written))).toEqual([text]);
    expect(cookies.read(`theme=dark; ${sentAfter(written)}; other=1`)).toEqual([text]);
    expect(Math.max(...written.map((each) => each.length))).toBeLessThanOrEqual(4096);
  });

  it('are looked for among as many cookies as browsers keep, and not among thousands', () => {
    const sent = sentAfter(cookies.write('text', 60));
    expect(cookies.read(`${'a=1;'.repeat(180)}${sent}`)).toEqual(['text']);
    expect(cookies.read(`${'a=1;'.repeat(200)}${sent}`)).toEqual([]);
  });

  it('refuse a text that does not fit into four', () => {
    expect(() => cookies.write(textOf(15_201), 60)).toThrow(RangeError);
  });

  it('leave nothing of a longer text before', () => {
    const [long, short] = [cookies.write(textOf(9000), 60), cookies.write('short', 60)];
    expect(sentAfter(long, short)).toBe('__Host-session=1:short');
  });

  it('read nothing where a part is missing, or the count is wrong', () => {
    const sent = sentAfter(cookies.write(textOf(9000), 60)).split('; ');
    for (const missing of sent) {
      expect(cookies.read(sent.filter((each) => each !== missing).join('; '))).toEqual([]);
    }
    for (const value of ['', '1', '0:text', '5:text', 'text', '2:text']) {
      expect([value, cookies.read(`__Host-session=${value}`)]).toEqual([value, []]);
    }
    expect(cookies.read(undefined)).toEqual([]);
    expect(cookies.read('session=1:text')).toEqual([]);
  });

  it('are among those that are read where another comes too, in whatever order', () => {
    const text = textOf(9000);
    const sent = sentAfter(cookies.write(text, 60)).split('; ');
    for (const twice of sent) {
      const [name = ''] = twice.split('=');
      for (const other of [twice, `${name}=`, `${name}=1:other`, `${name}=4:other`]) {
        for (const header of [[other, ...sent].join('; '), [...sent, other].join(';')]) {
          expect(cookies.read(header)).toContain(text);
          expect(cookies.clear(header)).toHaveLength(sent.length);
        }
      }
    }
    const many = sent.flatMap((each) => Array.from({ length: 50 }, (_none, at) => `${each}${at}`));
    expect(cookies.read([...sent, ...many].join('; ')).length).toBeLessThanOrEqual(8);
  });

  it('are read in any order, with any space between them, and beside any others', () => {
    const text = textOf(9000);
    const sent = sentAfter(cookies.write(text, 60)).split('; ');
    expect(cookies.read(sent.toReversed().join(';'))).toEqual([text]);
    expect(cookies.read(` ${sent.join(' ;\t')} `)).toEqual([text]);
    const others = [
      'a',
      '=',
      '=b',
      '__Host-session',
      '__host-session=1:x',
      'x__Host-session=1:x',
      '__Host-session-5=x',
      '',
    ];
    expect(cookies.read([...others, ...sent, ...others].join(';'))).toEqual([text]);
  });

  it('are compared byte for byte: a name with any other byte beside it, as a subdomain can set, is another cookie', () => {
    const bytes = Array.from({ length: 256 }, (_none, byte) => String.fromCodePoint(byte));
    for (const byte of bytes.filter((each) => !' \t;='.includes(each))) {
      for (const name of [`${byte}__Host-session`, `__Host-session${byte}`, ` ${byte} __Host-session`]) {
        expect([byte, cookies.read(`${name}=1:theirs`)]).toEqual([byte, []]);
        expect([byte, cookies.read(`${name}=1:theirs; __Host-session=1:own`)]).toEqual([byte, ['own']]);
      }
      expect(cookies.read(`__Host-session=1:own${byte}`)).toEqual([`own${byte}`]);
    }
  });

  it.each(['', 'a=1', 'my__Host-session=1:text', '__Host-session-2=x', 'a=__Host-session=1:x', '__Host-session'])(
    'are not there in %o, which is then nobody without a cookie',
    (header) => {
      expect([cookies.has(header), cookies.read(header)]).toEqual([false, []]);
    },
  );

  it('are all taken away that the request has', () => {
    const written = cookies.write(textOf(9000), 60);
    const sent = sentAfter(written);
    expect(sentAfter(written, cookies.clear(sent))).toBe('');
    expect(cookies.clear('theme=dark')).toEqual([]);
  });
});
