import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readExamples, writeHttpFile } from '../../../src/gateway/graphiql/examples.ts';
import { startWorld, type World } from '../../support/world.ts';

/** A request of a `.http` file, as an editor reads it: lines before the first empty one, and the body behind it. */
interface FileRequest {
  readonly name: string;
  readonly line: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const readRequests = (file: string): readonly FileRequest[] =>
  file
    .split(/^### /m)
    .slice(1)
    .map((block) => {
      const [head = '', ...body] = block.split('\n\n');
      const lines = head.split('\n').slice(1);
      const [line = '', ...headers] = lines.filter((each) => !each.startsWith('#'));
      return {
        name: /^# @name (\w+)$/m.exec(head)?.[1] ?? '',
        line,
        headers: Object.fromEntries(headers.map((each) => each.split(': '))) as Readonly<Record<string, string>>,
        body: body.join('\n\n'),
      };
    });

describe('examples/listings-gateway.http', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const requests = readRequests(writeHttpFile(readExamples()));

  it('has every example, signing in first, since the others use its token', () => {
    expect(requests).toHaveLength(readExamples().length);
    expect(requests[0]?.name).toBe('SignIn');
    expect(readFileSync('examples/listings-gateway.http', 'utf8')).toBe(writeHttpFile(readExamples()));
  });

  it('works as it stands: each request gets data', async () => {
    let token = '';
    for (const { line, headers, body } of requests) {
      const [method = '', url = ''] = line.replace('{{gateway}}', '').split(' ');
      const filled = Object.entries(headers).map(([name, value]) => [name, value.replace('{{token}}', token)]);
      const response = await world.fetch(url, {
        method,
        headers: Object.fromEntries(filled) as Record<string, string>,
        body,
      });
      expect(response.status).toBe(200);
      const text = await response.text();
      expect(JSON.parse(text)).toMatchObject({ data: expect.anything() });
      token ||= /"accessToken":"([^"]+)"/.exec(text)?.[1] ?? '';
    }
    expect(token).not.toBe('');
  });
});
