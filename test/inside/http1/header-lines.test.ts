import { describe, expect, it } from 'vitest';
import { readHeaderLines } from '../../../src/http1/header-lines.ts';

const read = (lines: string) => {
  const taken: (readonly [string, string])[] = [];
  const isRead = readHeaderLines(lines, (name, value) => {
    taken.push([name, value]);
    return name !== 'x-last';
  });
  return { isRead, taken };
};

describe('Header lines', () => {
  it('are read by name in lower case, with the value between its spaces', () => {
    expect(read('HOST:a\r\nX-Odd:  b c \r\nX-Empty:\r\n')).toEqual({
      isRead: true,
      taken: [
        ['host', 'a'],
        ['x-odd', 'b c'],
        ['x-empty', ''],
      ],
    });
  });

  it('are read up to what is refused', () => {
    expect(read('Host: a\r\nX-Last: 1\r\nX-A: 1\r\n')).toEqual({
      isRead: false,
      taken: [
        ['host', 'a'],
        ['x-last', '1'],
      ],
    });
  });

  it.each(['Host', 'Host: a', 'Host\r\n'])('are not read further than what is none: %j', (lines) => {
    expect(read(`X-A: 1\r\n${lines}`)).toEqual({ isRead: false, taken: [['x-a', '1']] });
  });
});
