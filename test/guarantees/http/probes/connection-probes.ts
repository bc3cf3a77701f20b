/** What becomes of a connection: pipelines, `Connection`, `Expect`, `Upgrade`, and ends that come early. */
import { chunked, getWith, HIDDEN, POST, type Probe, postWith, probe } from './probe.ts';

export const connectionProbes: readonly Probe[] = [
  probe('9112 9.3', 'two requests at once', `${postWith('')}${postWith('')}`, '200 200 200', { body: '{}' }),
  probe('9112 9.3.2', 'a request behind chunks', `${chunked('2\r\n{}\r\n0\r\n\r\n')}${postWith('')}`, '200 200 200', {
    body: '{}',
  }),
  probe('9112 9.3', 'Connection: keep-alive', postWith('Connection: keep-alive\r\n'), '200 200'),
  probe('9112 9.3', 'Connection: Keep-Alive', postWith('Connection: Keep-Alive\r\n'), '200 200'),
  probe('9112 9.6', 'Connection: close', postWith('Connection: close\r\n'), '200'),
  probe('9112 9.6', 'Connection: Close', postWith('Connection: Close\r\n'), '200'),
  probe('9112 9.6', 'Connection: close in a list', postWith('Connection: x, close\r\n'), '200'),
  probe('9112 9.6', 'a request behind the last', `${postWith('Connection: close\r\n')}${HIDDEN}`, '200'),
  probe(
    '9112 9.3',
    'HTTP/1.0 that keeps the connection',
    'GET / HTTP/1.0\r\nHost: a\r\nConnection: keep-alive\r\n\r\n',
    '200 200',
  ),
  probe('9110 7.6.1', 'a length that Connection names', postWith('Connection: Content-Length\r\n'), '200 200', {
    body: '{}',
  }),
  probe('9110 7.6.1', 'an empty Connection', postWith('Connection:\r\n'), '200 200'),
  probe(
    '9110 7.8',
    'an upgrade to h2c',
    postWith('Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: a\r\n'),
    '200',
    { body: '{}' },
  ),
  probe('9110 7.8', 'an upgrade to WebSocket', getWith('Connection: Upgrade\r\nUpgrade: websocket\r\n'), '200'),
  probe('9110 7.8', 'an upgrade that Connection does not name', postWith('Upgrade: h2c\r\n'), '200'),
  probe('9110 10.1.1', 'Expect: 100-continue', postWith('Expect: 100-continue\r\n'), '200 200', { body: '{}' }),
  probe('9110 10.1.1', 'Expect of something else', postWith('Expect: x\r\n'), '417 200'),
  probe('9110 9.3.2', 'HEAD', 'HEAD / HTTP/1.1\r\nHost: a\r\n\r\n', '200 200'),
  probe('9110 9.3.8', 'TRACE', 'TRACE / HTTP/1.1\r\nHost: a\r\n\r\n', '200 200'),
  probe('9112 9.3.2', 'a good request, then what is none', `${postWith('')}GET / HTTP/9.9\r\n\r\n`, '200'),
  probe(
    '9112 9.3.2',
    'a good request, then two lengths',
    `${postWith('')}${POST}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
    '200',
  ),
  probe('9112 9.3.2', 'a good request, then a broken chunk', `${postWith('')}${chunked('zz\r\n')}`, '200'),
  probe(
    '9112 9.3.2',
    'a good request, then CONNECT',
    `${postWith('')}CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n`,
    '200 405',
  ),
  probe('9112 8', 'nothing', '\r\n'.repeat(3), '200'),
  probe('9112 8', 'a head that stops', POST.slice(0, 40), 'waits'),
];
