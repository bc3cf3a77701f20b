/** Random requests of HTTP/1.1, as bytes: most are sound, and some of those have something wrong put into them. */
import type { SeededRandom } from '../../support/random/seeded-random.ts';

const odd = (text: string): readonly string[] => text.split('|');

const methods = odd('GET|HEAD|OPTIONS|PUT|DELETE|TRACE|PRI|post|POS|POSTT|P_ST|M-SEARCH|"POST"|');
const targets = odd(
  '/|*|/graphql/|/graphql?|/graphql?a=1|//graphql|/graphql#a|http://a/graphql|/graph ql|/graphql\t|a:80|/caf\xe9|/%00|/\0|/a\x7f|',
);
const versions = odd(
  'HTTP/1.0|HTTP/1.2|HTTP/2.0|HTTP/0.9|http/1.1|HTTP/1.1 |HTTP/01.1|HTTP/1,1|ICE/1.0|HTTP/1.1\t|HTTP/1|',
);

/** Lines of headers that change nothing about how a request is read. */
const plainLines = [
  ...odd(
    'Accept: */*|Accept-Encoding: gzip|Authorization: Bearer abc|User-Agent: a/1|X-Request-Id: 12345678|X-A:|X-A: \t a\t ',
  ),
  ...odd(
    'Cookie: a=1|Cookie: b=2|Origin: http://a|Connection: keep-alive|Connection: Keep-Alive|x-forwarded-for: ::1|DNT: 1|TE: a',
  ),
  ...odd(
    'constructor: a|__proto__: a|toString: a|Date: a|Keep-Alive: timeout=9|Content-Encoding: identity|Set-Cookie: a=1|a: b',
  ),
  ...odd('X-Turns: 1|X-Turns: 3|X-Turns: 9|X-Bytes: 1'),
];

/** Lines that say where a request ends, or what becomes of its connection, and lines that are none. */
const oddLines = [
  ...odd(
    'Content-Length: 0|Content-Length: 3|Content-Length: +2|Content-Length: -1|Content-Length: 0x2|Content-Length: 02|Content-Length: 2, 2',
  ),
  ...odd(
    'Content-Length: 2 2|Content-Length:|Content-Length : 2|Content-Length: 2\t|Content_Length: 2|Content-Length: 99999|Content-Length:\r\n 2',
  ),
  ...odd(
    'Content-Length: 18446744073709551618|Content-Length: 2;a|\tContent-Length: 2| Content-Length: 2|content-length: 2',
  ),
  ...odd(
    'Transfer-Encoding: chunked|Transfer-Encoding: Chunked|Transfer-Encoding: xchunked|Transfer-Encoding: chunked, identity',
  ),
  ...odd(
    'Transfer-Encoding: identity|Transfer-Encoding: identity, chunked|Transfer-Encoding : chunked|Transfer-Encoding:\r\n chunked',
  ),
  ...odd(
    'Transfer-Encoding: ,chunked|Transfer-Encoding: chunked,|Transfer-Encoding: \x0bchunked|Transfer-Encoding:|Transfer_Encoding: chunked',
  ),
  ...odd(
    'Transfer-Encoding: chunked\0|Transfer-Encoding: "chunked"|Transfer-Encoding: chunked;a=b|Transfer-Encoding: gzip, chunked|TE: chunked',
  ),
  ...odd(
    'Connection: close|Connection: upgrade|Upgrade: h2c|Connection: close, x|Connection:|Connection: Content-Length|Proxy-Connection: close',
  ),
  ...odd('Expect: 100-continue|Expect: x|Trailer: X-A|Host: b|Host:|Host: a b|Host: a/b|HTTP2-Settings: a'),
  ...odd(
    'X-A : 1|X A: 1|X-A|: a|X-A: 1\r\n 2|X-A: 1\r\n\t2|X-A: 1\n|X-A: 1\r|X-A: \0|X-A: \x7f|X-A: \x80|X-\xe9: 1|X-A: 1\rX-B: 2|X-A: 1\nX-B: 2|(): 1|X_A: 1',
  ),
];

const bodies = [
  '{}',
  '{"query":"{ __typename }"}',
  '',
  '\0\xff\r\n\r\n',
  'GET /b HTTP/1.1\r\nHost: a\r\n\r\n',
  'x'.repeat(300),
];

const chunkOf = (part: string, random: SeededRandom): string => {
  const size = part.length.toString(16);
  const soundSize = random.pick([
    size,
    size,
    size.toUpperCase(),
    `0${size}`,
    `${size};a=b`,
    `${size};a="b"`,
    `${size};a`,
  ]);
  if (random.chance(0.94)) return `${soundSize}\r\n${part}\r\n`;
  const badSize = random.pick([
    `0x${size}`,
    `+${size}`,
    `-${size}`,
    `${size} `,
    ` ${size}`,
    `${size};`,
    `${size};\n`,
    `${size}\r`,
    `${size}_0`,
    '',
  ]);
  const badEnd = random.pick(['\n', '\r', '', '\r\r\n', 'xx']);
  return random.chance(0.5) ? `${badSize}\r\n${part}\r\n` : `${soundSize}\r\n${part}${badEnd}`;
};

const chunked = (body: string, random: SeededRandom): string => {
  const cut = random.integer(0, body.length);
  const parts = [body.slice(0, cut), body.slice(cut)].filter((part) => part !== '');
  const trailers = random.chance(0.85)
    ? ''
    : random.pick(['X-A: 1\r\n', 'Content-Length: 9\r\n', 'Host: b\r\n', 'X-A : 1\r\n', ' X\r\n', 'X-A: 1\n']);
  const last = random.chance(0.96) ? '0\r\n' : random.pick(['00\r\n', '0;a\r\n', '0\n', '0\r', '0 \r\n', '-0\r\n']);
  return `${parts.map((part) => chunkOf(part, random)).join('')}${last}${trailers}\r\n`;
};

const splinters = [
  ...odd('\r|\n|\r\n|\r\n\r\n|\n\n|\r\n\r|:| |\t|\0|\x0b|\x7f|\x80|\xa0|\xff|,|;|_|0|2|-|+|HTTP/1.1'),
  ...oddLines.map((line) => `${line}\r\n`),
];

/** Changes a text in a place or two. */
const damage = (text: string, random: SeededRandom): string => {
  let changed = text;
  for (let changes = random.integer(1, 2); changes > 0; changes -= 1) {
    const at = random.integer(0, changed.length);
    const removed = random.chance(0.5) ? 0 : random.integer(1, 3);
    const put = random.chance(0.25) ? '' : random.pick(splinters);
    changed = changed.slice(0, at) + put + changed.slice(at + removed);
  }
  return changed;
};

/** White space around a value, which changes nothing. */
const spaces = ['', ' ', '  ', '\t', ' \t'];

const plainNames = new Set(['Connection', 'Set-Cookie', 'constructor', '__proto__', 'toString']);

/** Makes a request that the fast path reads, unless it comes in too many pieces. */
export const ordinaryRequest = (random: SeededRandom): Buffer => {
  const body = random.pick(bodies);
  const lines = new Map<string, string>();
  const further = plainLines.filter((line) => !plainNames.has(line.split(':', 1)[0] ?? ''));
  for (const line of ['Host: a', 'Content-Type: application/json', ...random.sample(further, random.integer(0, 4))]) {
    lines.set(line.split(':', 1)[0] ?? '', line);
  }
  const all = [...lines.values()];
  all.splice(random.integer(0, all.length), 0, `Content-Length: ${body.length}`);
  if (random.chance(0.1)) {
    const at = random.integer(0, all.length - 1);
    all[at] = (all[at] ?? '').replace(/: ?(.*)$/, `:${random.pick(spaces)}$1${random.pick(spaces)}`);
  }
  return Buffer.from(`POST /graphql HTTP/1.1\r\n${all.join('\r\n')}\r\n\r\n${body}`, 'latin1');
};

/** Makes any request, or what is none any more. */
export const randomRequest = (random: SeededRandom): Buffer => {
  const body = random.pick(bodies);
  const isChunked = random.chance(0.15);
  const start = ['POST', '/graphql', 'HTTP/1.1'];
  if (random.chance(0.06)) start[0] = random.pick(methods);
  if (random.chance(0.06)) start[1] = random.pick(targets);
  if (random.chance(0.01)) [start[0], start[1]] = ['CONNECT', 'a:80'];
  if (random.chance(0.06)) start[2] = random.pick(versions);
  const lines = [
    'Host: a',
    random.pick(['Content-Type: application/json', 'content-type:application/json; charset=utf-8']),
    isChunked ? 'Transfer-Encoding: chunked' : `${random.pick(['Content-Length', 'content-length'])}: ${body.length}`,
    ...random.sample(plainLines, random.pick([0, 0, 1, 2, 4])),
  ];
  if (random.chance(0.02)) lines.push(...Array.from({ length: random.integer(94, 100) }, (_none, at) => `X-${at}: 1`));
  if (random.chance(0.01)) lines.push(`X-A: ${'x'.repeat(random.integer(16_000, 16_400))}`);
  if (random.chance(0.15)) lines.splice(random.integer(0, lines.length), 0, random.pick(oddLines));
  if (random.chance(0.05)) lines.splice(random.integer(0, lines.length - 1), 1);
  if (random.chance(0.2)) lines.reverse();
  const end = random.chance(0.97) ? '\r\n' : random.pick(['\n', '\r', '\r\n\r\n', '']);
  const content = isChunked ? chunked(body, random) : body;
  const text = `${start.join(' ')}\r\n${lines.map((line) => `${line}\r\n`).join('')}${end}${content}`;
  return Buffer.from(random.chance(0.25) ? damage(text, random) : text, 'latin1');
};
