/** The first line of a request, and its target. */
import { type Probe, postWith, probe } from './probe.ts';

const get = (line: string): string => `${line}\r\nHost: a\r\n\r\n`;
const post = (line: string): string => postWith('').replace('POST /graphql HTTP/1.1', () => line);
const behind = 'it sends 400 for bytes behind the last request, and drops the response that is still to come';
const noTunnel = {
  alone: ['closed', 'it closes the connection without a word, with responses that are still to come'],
} as const;

export const requestLineProbes: readonly Probe[] = [
  probe('9112 3', 'a request that the fast path reads', postWith(''), '200 200', { body: '{}' }),
  probe('9112 2.2', 'an empty line before the request', `\r\n${postWith('')}`, '200 200'),
  probe('9112 2.2', 'an empty line behind the body', `${postWith('')}\r\n`, '200 200'),
  probe('9112 2.2', 'a line that ends in LF', postWith('').replace('\r\n', '\n'), '400'),
  probe('9112 2.2', 'a line that ends in CR', postWith('').replace('\r\n', '\r'), '400'),
  probe('9112 2.2', 'white space between the first line and the headers', postWith('').replace('\r\n', '\r\n '), '400'),
  probe('9112 3', 'two spaces behind the method', post('POST  /graphql HTTP/1.1'), '200 200'),
  probe('9112 3', 'two spaces behind the target', post('POST /graphql  HTTP/1.1'), '200 200'),
  probe('9112 3', 'tabs for spaces', post('POST\t/graphql\tHTTP/1.1'), '400'),
  probe('9112 3', 'a space behind the version', post('POST /graphql HTTP/1.1 '), '400'),
  probe('9112 3', 'a space before the method', post(' POST /graphql HTTP/1.1'), '400'),
  probe('9112 3', 'no target', get('GET HTTP/1.1'), '400'),
  probe('9112 3.1', 'a method in small letters', post('post /graphql HTTP/1.1'), '400'),
  probe('9112 3.1', 'a method that nobody knows', post('POSTT /graphql HTTP/1.1'), '400'),
  probe('9112 3.1', 'a method that is no token', post('PO(T /graphql HTTP/1.1'), '400'),
  probe('9112 3.1', 'a method behind NUL', post('\0POST /graphql HTTP/1.1'), '400'),
  probe('9112 3.2', 'a space in the target', post('POST /gra phql HTTP/1.1'), '400'),
  probe('9112 3.2', 'NUL in the target', post('POST /graphql\0 HTTP/1.1'), '400'),
  probe('9112 3.2', 'DEL in the target', post('POST /graphql\x7f HTTP/1.1'), '400'),
  probe('9112 3.2', 'a byte beyond ASCII in the target', post('POST /graphql\xe9 HTTP/1.1'), '400'),
  probe('9112 3.2', 'a target without a slash', post('POST graphql HTTP/1.1'), '400'),
  probe('9112 3.2', 'a fragment in the target', post('POST /graphql#a HTTP/1.1'), '200 200'),
  probe('9112 3.2.1', 'an encoded line break in the target', post('POST /graphql%0d%0aX:1 HTTP/1.1'), '200 200'),
  probe('9112 3.2.2', 'a target in absolute form', post('POST http://a/graphql HTTP/1.1'), '200 200'),
  probe('9112 3.2.2', 'a target of another scheme', post('POST gopher://a/graphql HTTP/1.1'), '200 200'),
  probe('9112 3.2.3', 'CONNECT', get('CONNECT a:80 HTTP/1.1'), '405', noTunnel),
  probe('9112 3.2.3', 'CONNECT with a path', get('CONNECT /graphql HTTP/1.1'), '405', noTunnel),
  probe('9112 3.2.4', 'OPTIONS of the whole server', get('OPTIONS * HTTP/1.1'), '200 200'),
  probe('9112 3.2.4', 'an asterisk by GET', get('GET * HTTP/1.1'), '200 200'),
  probe('9112 2.3', 'HTTP/1.0', `POST /graphql HTTP/1.0\r\nContent-Length: 2\r\n\r\n{}`, '200', {
    alone: ['400', behind],
  }),
  probe('9112 2.3', 'HTTP/1.2', post('POST /graphql HTTP/1.2'), '400'),
  probe('9112 2.3', 'HTTP/2.0', post('POST /graphql HTTP/2.0'), '505', { alone: ['400', behind] }),
  probe('9112 2.3', 'HTTP/1.10', post('POST /graphql HTTP/1.10'), '400'),
  probe('9112 2.3', 'HTTP/01.1', post('POST /graphql HTTP/01.1'), '400'),
  probe('9112 2.3', 'HTTP/1', post('POST /graphql HTTP/1'), '400'),
  probe('9112 2.3', 'a version in small letters', post('POST /graphql http/1.1'), '400'),
  probe('9112 2.3', 'RTSP/1.0, which is read as HTTP/1.0', post('POST /graphql RTSP/1.0'), '200', {
    alone: ['400', behind],
  }),
  probe('9112 2.3', 'HTTP/0.9', 'GET /\r\n', '400'),
  probe('9113 3.4', 'the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', '400'),
  probe('9112 3', 'the start of TLS', '\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03\r\n\r\n', '400'),
  probe('9112 3', 'bytes of no protocol', '\xff\xfe\xfd\x00\x01\x02', '400'),
];
