import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parse, validate } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../src/gateway/schema.ts';
import { countPhotos } from './clients/listing-with-room.ts';
import { picture } from './gateway/photo-upload/photo-gateway.ts';
import { startWorld, type World } from './support/world.ts';

const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');

/** Code blocks of a language, in order. */
const blocks = (language: string): string[] =>
  [...readme.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, text = '']) => text);

const uploadCommands = blocks('sh').filter((text) => text.startsWith('curl') && text.includes('@photo.jpg'));

const isCurlThere = spawnSync('curl', ['--version']).status === 0;
if (!isCurlThere) process.stderr.write('The uploads that the README shows are not tried: there is no curl.\n');

/** Runs a command line in a directory with a photo, against a gateway, as someone who has a token. @returns what it prints */
const runCommand = async (text: string, { origin }: URL, token: string): Promise<unknown> => {
  const directory = await mkdtemp(join(tmpdir(), 'readme-'));
  try {
    await writeFile(join(directory, 'photo.jpg'), await picture(640, 480));
    const { stdout } = await promisify(execFile)('sh', ['-c', text.replaceAll('http://localhost:4000', origin)], {
      cwd: directory,
      env: { PATH: process.env['PATH'], HOME: directory, TOKEN: token },
      timeout: 10_000,
    });
    return JSON.parse(stdout);
  } finally {
    await rm(directory, { recursive: true });
  }
};

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

  it('shows two ways to upload a photo', () => {
    expect(uploadCommands).toEqual([
      expect.stringMatching(/\/graphql .* -F 0=@photo\.jpg$/ms),
      expect.stringMatching(/\/listings\/\d+\/photos .*--data-binary/),
    ]);
  });

  it.skipIf(!isCurlThere).each(uploadCommands)('shows a command that uploads a photo: %s', async (text) => {
    const id = /(?:Listing:|listings\/)(\d+)/.exec(text)?.[1] ?? '';
    const before = await countPhotos(world, id);
    const answer = JSON.stringify(await runCommand(text, world.url, await world.signIn('seller')));
    expect(answer).toContain(`"index":${before},"url":"http`);
    expect(await countPhotos(world, id)).toBe(before + 1);
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
