/** The document that lists the probes. */
import type { Probe } from './probe.ts';

const MAX_SHOWN = 120;

/** Writes bytes so that they can be read, without the parts that most probes share. */
const shown = (bytes: string): string => {
  const text = JSON.stringify(bytes).slice(1, -1).replaceAll('\\"', '"');
  const ascii = text.replace(
    /[^\x20-\x7e]/g,
    (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
  const short = ascii.length > MAX_SHOWN ? `${ascii.slice(0, MAX_SHOWN)}…` : ascii;
  return `\`${short.replaceAll('\\u00', '\\x').replaceAll('|', '\\|').replaceAll('`', "'")}\``;
};

const sectionLink = (section: string): string => {
  const [rfc = '', part = ''] = section.split(' ');
  return `[${rfc} ${part}](https://www.rfc-editor.org/rfc/rfc${rfc}#section-${part})`;
};

const row = ({ name, section, bytes, verdict, alone }: Probe): string =>
  `| ${name} | ${shown(bytes)} | ${sectionLink(section)} | ${verdict} | ${alone === null ? 'same' : `${alone.verdict}: ${alone.because}`} |`;

/** Writes the document. */
export const probeTable = (probesByTopic: Readonly<Record<string, readonly Probe[]>>): string => {
  const probes = Object.values(probesByTopic).flat();
  const same = probes.filter(({ alone }) => alone === null).length;
  const topics = Object.entries(probesByTopic).flatMap(([topic, ofTopic]) => [
    `## ${topic}`,
    '',
    '| Probe | Bytes | RFC | Gateway | `node:http` alone |',
    '|---|---|---|---|---|',
    ...ofTopic.map(row),
    '',
  ]);
  return `# Probes of HTTP/1.1

${probes.length} cases, each sent as bytes to the gateway's server with the [fast path](../src/http1/README.md), without it, and to \`node:http\` alone, whole
and in pieces, with a good request behind it. The gateway gives the same verdict with the fast path and without it in all of them, and \`node:http\` alone in
${same}; where it differs, the table says why. The cases are in \`test/guarantees/http/probes/\`; the test there writes this page, and fails when
it is out of date.

A verdict is the statuses that come back, in their order: \`200 200\` took the probe and the request behind it; \`200\` took the probe and closed the connection;
\`400\` refused the bytes and closed it, so that nothing behind them is read; \`400 200\` refused one request and read on behind it; \`waits\` has no response, since
more has to come; \`closed\` closed the connection without one. The server of the test responds to every good request with 200, also where the gateway has no route.

Which cases are worth a look was learned from the public collections [Http11Probe](https://github.com/MDA2AV/Http11Probe),
[The HTTP Garden](https://github.com/narfindustries/http-garden), the tests of [llhttp](https://github.com/nodejs/llhttp), and PortSwigger's research on
[request smuggling](https://portswigger.net/research/http-desync-attacks-request-smuggling-reborn). The bytes and the expectations are our own.

${topics.join('\n').trimEnd()}
`;
};
