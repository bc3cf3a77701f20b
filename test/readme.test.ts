import { readFile } from 'node:fs/promises';
import { parse, validate } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../src/gateway/schema.ts';
import { startWorld, type World } from './support/world.ts';

const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');

/** Code blocks of a language, in order. */
const blocks = (language: string): string[] =>
  [...readme.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, text = '']) => text);

describe('README', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(async () => {
    await world[Symbol.asyncDispose]();
  });

  it('shows a curl line and exactly what it answers', async () => {
    const [, body] = /^curl .*?-d '(.*?)'$/ms.exec(blocks('sh').find((text) => text.startsWith('curl')) ?? '') ?? [];
    const [answer] = blocks('json');
    const response = await fetch(new URL('/graphql', world.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: body ?? '',
    });
    expect(await response.json()).toEqual(JSON.parse(answer ?? 'null'));
  });

  it.each(blocks('graphql'))('shows operations that fit the schema: %s', (text) => {
    expect(validate(schema, parse(text))).toEqual([]);
  });

  it.each([...readme.matchAll(/\]\(([^)#:]+)\)/g)].map(([, target = '']) => target))(
    'links to %s, which is there',
    async (target) => {
      await expect(readFile(new URL(`../${target}`, import.meta.url), 'utf8')).resolves.not.toBe('');
    },
  );
});
