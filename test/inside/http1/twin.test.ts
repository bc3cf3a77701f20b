import { describe, expect, it } from 'vitest';
import { startEchoServer } from '../../support/network/echo-server.ts';
import { openConnection } from '../../support/network/raw-connection.ts';

const requestOf = (content: string, ...headers: readonly string[]): string => {
  const all = ['Host: a', 'Content-Type: application/json', `Content-Length: ${content.length}`, ...headers];
  return `POST /graphql HTTP/1.1\r\n${all.map((line) => `${line}\r\n`).join('')}\r\n${content}`;
};
const get = 'GET /livez HTTP/1.1\r\nHost: a\r\n\r\n';

/** The status and body of each response. */
const responsesIn = (received: string): readonly string[] =>
  received.split(/(?=HTTP\/1\.1 \d)/).map((text) => {
    const [head = '', ...body] = text.split('\r\n\r\n');
    return `${head.slice(0, 12)} ${body.join('\r\n\r\n')}`;
  });

/** What comes back for pieces that are sent one after the other, each once the response to the one before is there. */
const answersTo = async (pieces: readonly string[], fastPath: boolean) => {
  await using server = await startEchoServer({ fastPath });
  using client = await openConnection(server.url);
  let end = 0;
  for (const piece of pieces) {
    client.socket.write(piece);
    end += piece.split(/(?=(?:POST|GET) \/)/).length;
    while (responsesIn(client.received).length < end || !client.received.endsWith('}')) await new Promise(setImmediate);
  }
  client.socket.end();
  return {
    responses: responsesIn(await client.closed),
    fastRequests: server.fastRequests,
    handovers: server.handovers,
  };
};

describe("The fast path, and Node's HTTP server alone, respond alike", () => {
  it.each<[what: string, pieces: readonly string[], fastRequests: number, handovers: readonly string[]]>([
    ['one after the other', [requestOf('1'), requestOf('2', 'X-A: b'), requestOf('3')], 3, []],
    ['two at once', [requestOf('1') + requestOf('2')], 0, ['pipelined']],
    ['another request in between', [requestOf('1'), get, requestOf('2')], 1, ['method']],
    ['the usual one and two at once', [requestOf('1'), requestOf('2') + get + requestOf('3')], 1, ['pipelined']],
    ['a header twice', [requestOf('1'), requestOf('2', 'X-A: 1', 'X-A: 2')], 1, ['duplicate_header']],
  ])('%s', async (_what, pieces, fastRequests, handovers) => {
    const [own, alone] = await Promise.all([answersTo(pieces, true), answersTo(pieces, false)]);
    expect(own).toEqual({ responses: alone.responses, fastRequests, handovers });
    expect(alone).toMatchObject({ fastRequests: 0, handovers: [] });
  });
});
