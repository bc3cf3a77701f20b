/** The header `Host`, and the syntax of headers. */
import { getWith, type Probe, postWith, probe } from './probe.ts';

const hostIs = (...lines: readonly string[]): string =>
  postWith('').replace('Host: a\r\n', lines.map((line) => `${line}\r\n`).join(''));
const left: readonly ['200 200', string] = ['200 200', 'the header `Host` is left to who uses it'];

export const hostProbes: readonly Probe[] = [
  probe('9112 3.2', 'no Host', hostIs(), '400 200', { alone: left }),
  probe('9112 3.2', 'two hosts', hostIs('Host: a', 'Host: b'), '400 200', { alone: left }),
  probe('9112 3.2', 'one host twice', hostIs('Host: a', 'Host: a'), '400 200', { alone: left }),
  probe('9112 3.2', 'an empty host', hostIs('Host:'), '400 200', { alone: left }),
  probe('9112 3.2', 'a host with a path', hostIs('Host: a/b'), '400 200', { alone: left }),
  probe('9112 3.2', 'a host with a user', hostIs('Host: me@a'), '400 200', { alone: left }),
  probe('9112 3.2', 'a host with a space', hostIs('Host: a b'), '400 200', { alone: left }),
  probe('9112 3.2', 'a list of hosts', hostIs('Host: a, b'), '400 200', { alone: left }),
  probe('9112 3.2', 'a port that is none', hostIs('Host: a:b'), '400 200', { alone: left }),
  probe('9112 3.2', 'a host with a port', hostIs('Host: a:80'), '200 200'),
  probe('9112 3.2', 'an address of IPv6', hostIs('Host: [::1]:80'), '200 200'),
  probe('9112 3.2', 'no Host in HTTP/1.0', 'GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n', '200 200'),
];

export const fieldProbes: readonly Probe[] = [
  probe('9112 5', 'a name of all characters of a token', postWith("!#$%&'*+-.^_`|~0aZ: 1\r\n"), '200 200'),
  probe('9112 5', 'a header without a colon', postWith('X-A\r\n'), '400'),
  probe('9112 5', 'a header without a name', postWith(': 1\r\n'), '400'),
  probe('9112 5.1', 'a space before the colon', postWith('X-A : 1\r\n'), '400'),
  probe('9112 5.1', 'a tab before the colon', postWith('X-A\t: 1\r\n'), '400'),
  probe('9112 5.1', 'a space in a name', postWith('X A: 1\r\n'), '400'),
  probe('9110 5.1', 'a bracket in a name', postWith('X[A]: 1\r\n'), '400'),
  probe('9110 5.1', 'NUL in a name', postWith('X\0A: 1\r\n'), '400'),
  probe('9110 5.1', 'a byte beyond ASCII in a name', postWith('X\xe9: 1\r\n'), '400'),
  probe('9110 5.5', 'NUL in a value', postWith('X-A: a\0b\r\n'), '400'),
  probe('9110 5.5', 'a control character in a value', postWith('X-A: a\x01b\r\n'), '400'),
  probe('9110 5.5', 'DEL in a value', postWith('X-A: a\x7fb\r\n'), '400'),
  probe('9110 5.5', 'bytes beyond ASCII in a value', postWith('X-A: \xe9\xff\r\n'), '200 200'),
  probe('9110 5.5', 'an empty value', postWith('X-A:\r\n'), '200 200'),
  probe('9110 5.5', 'white space around a value', postWith('X-A: \t 1 \t \r\n'), '200 200'),
  probe('9112 2.2', 'CR in a value', postWith('X-A: a\rb\r\n'), '400'),
  probe('9112 2.2', 'CR at the end of a value', postWith('X-A: a\r\r\n'), '400'),
  probe('9112 2.2', 'a header that ends in LF', postWith('X-A: 1\nX-B: 2\r\n'), '400'),
  probe('9112 2.2', 'a header that ends in CR', postWith('X-A: 1\rX-B: 2\r\n'), '400'),
  probe('9112 2.2', 'an empty line that ends in LF', postWith('').replace('\r\n\r\n', '\r\n\n'), '400'),
  probe('9112 2.2', 'an empty line that ends in CR', postWith('').replace('\r\n\r\n', '\r\n\r'), '400'),
  probe(
    '9112 2.2',
    'an empty line of CR alone, then a header',
    postWith('').replace('\r\n\r\n', '\r\n\rX: 1\r\n\r\n'),
    '400',
  ),
  probe('9112 5.2', 'a folded value', postWith('X-A: 1\r\n 2\r\n'), '400'),
  probe('9112 5.2', 'a value folded by a tab', postWith('X-A: 1\r\n\t2\r\n'), '400'),
  probe('9112 5.2', 'a folded value that is empty first', postWith('X-A:\r\n 2\r\n'), '400'),
  probe('9112 5.2', 'a first header that is folded', postWith('').replace('Host', ' Host'), '400'),
  probe('9110 5.3', 'a header twice', postWith('X-A: 1\r\nX-A: 2\r\n'), '200 200'),
  probe('9110 8.3', 'two types of the body', postWith('Content-Type: text/plain\r\n'), '200 200'),
  probe(
    '9110 5.1',
    'names that objects have',
    postWith('__proto__: 1\r\nconstructor: 1\r\ntoString: 1\r\n'),
    '200 200',
  ),
  probe('9110 5.4', 'a hundred headers', postWith('X: 1\r\n'.repeat(97)), '200 200'),
  probe('9110 5.4', 'a hundred and one headers', getWith('X: 1\r\n'.repeat(100)), '431 200', {
    alone: ['200 200', 'it reads those it is configured to read, and drops the others'],
  }),
  probe('9110 5.4', 'headers of 17 KB', postWith(`X-A: ${'x'.repeat(17_000)}\r\n`), '431'),
  probe('9110 5.4', 'a name of 17 KB', postWith(`${'x'.repeat(17_000)}: 1\r\n`), '431'),
  probe('9110 4.1', 'a target of 17 KB', `GET /${'x'.repeat(17_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, '431'),
];
