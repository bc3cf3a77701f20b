import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createLog } from '../../../../src/log/logger.ts';
import { AccessToken, checkHeaderSafe, Secret } from '../../../../src/rest/call/credentials.ts';

const CANARY = 'canary-value';

const holders: readonly (readonly [string, AccessToken | Secret | null])[] = [
  ['AccessToken', AccessToken.parse(CANARY)],
  ['Secret', new Secret(CANARY)],
];

describe.each(holders)('%s', (_, holder) => {
  it('shows [redacted] wherever it is printed', () => {
    const lines: string[] = [];
    const log = createLog('trace', { write: (line) => void lines.push(line) });
    log.info({ holder, nested: { list: [holder] } }, 'A line.');
    const printed = [
      String(holder),
      'template '.concat(String(holder)),
      JSON.stringify({ holder }),
      inspect(holder),
      inspect({ nested: { holder } }, { depth: 9, showHidden: true, getters: true }),
      inspect(holder, { customInspect: false, showHidden: true }),
      String(new Error(String(holder)).stack),
      Object.entries(holder ?? {}).join(),
      lines.join(''),
    ];
    for (const text of printed) expect(text).not.toContain(CANARY);
    expect(String(holder)).toBe('[redacted]');
    expect(JSON.stringify({ holder })).toBe('{"holder":"[redacted]"}');
    expect(inspect({ holder })).toBe('{ holder: [redacted] }');
  });
});

it('AccessToken.parse takes exactly the visible ASCII characters', () => {
  for (let code = 0; code <= 0xff; code += 1) {
    const isVisible = code > 0x20 && code < 0x7f;
    expect(AccessToken.parse(`a${String.fromCharCode(code)}b`) !== null, `U+${code.toString(16)}`).toBe(isVisible);
  }
});

it.each([
  ['', 'is empty'],
  [' a', 'starts or ends with a space'],
  ['a ', 'starts or ends with a space'],
  [' ', 'starts or ends with a space'],
  ['a\rb', 'contains a line break'],
  ['a\nb', 'contains a line break'],
  ['a\0b', 'contains a NUL character'],
  ['a\tb', 'contains a character that an HTTP header cannot carry'],
  ['a\u007fb', 'contains a character that an HTTP header cannot carry'],
  ['pässword', 'contains a character that an HTTP header cannot carry'],
  ['日本', 'contains a character that an HTTP header cannot carry'],
])('checkHeaderSafe reports what is wrong with %j, without repeating it', (value, problem) => {
  expect(checkHeaderSafe(value)).toBe(problem);
});

it('what the type checker enforces a secret is no token, nor is text', () => {
  const take = (token: AccessToken): string => token.reveal();
  // @ts-expect-error -- a client secret must not be sent as a bearer token
  expect(take(new Secret('a'))).toBe('a');
  // @ts-expect-error -- only parse makes a token
  expect(new AccessToken('a b').toString()).toBe('[redacted]');
});
