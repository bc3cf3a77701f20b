/** Messages of HTTP with something wrong in them, for what must not be read in two ways. */
import * as fc from 'fast-check';

/** Bytes that mean something to a reader of HTTP, and headers that do. */
const splinters = fc.constantFrom(
  ...'\r|\n|\r\n|\r\n\r\n|:| |\t|\0|\x7f|\x80|\xff|,|;|_|0|26'.split('|'),
  ...'Transfer-Encoding: chunked|Content-Length: 3|Connection: close|Expect: x|Trailer: x|Upgrade: a|Keep-Alive: timeout=9'
    .split('|')
    .map((line) => `${line}\r\n`),
  ...'Host: b|Cookie: a=1|Set-Cookie: a=1|X-Odd: a|X-Odd:|TE: a'.split('|').map((line) => `${line}\r\n`),
);

const cuts = fc.array(
  fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), removed: fc.nat(3), put: fc.option(splinters) }),
  { maxLength: 2 },
);

const characters = fc.constantFrom('a', 'Z', '7', '-', '_', '!', ' ', '\t', ':', ',', '"', '\x7f', '\x80', '\r', '\n');

const lines = fc.array(
  fc
    .tuple(fc.string({ unit: characters, maxLength: 3 }), fc.string({ unit: characters, maxLength: 4 }))
    .map(([name, value]) => `X${name}:${value}`),
  { maxLength: 2 },
);

/** Makes messages of one with further lines in its head, cut and joined again in up to two places; some stay whole. */
export const mangled = (messageWith: (further: readonly string[]) => Buffer): fc.Arbitrary<Buffer> =>
  fc.tuple(lines, cuts).map(([further, changes]) => {
    let changed = messageWith(further).toString('latin1');
    for (const { at, removed, put } of changes) {
      const place = Math.floor(at * changed.length);
      changed = changed.slice(0, place) + (put ?? '') + changed.slice(place + removed);
    }
    return Buffer.from(changed, 'latin1');
  });
