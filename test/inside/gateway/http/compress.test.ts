import { expect, it } from 'vitest';
import { compress } from '../../../../src/gateway/http/send-text.ts';

it('Large responses are compressed one after another, and leave the processor to others', async () => {
  const done: string[] = [];
  const compressAs = async (name: string, body: Buffer): Promise<void> => {
    await compress(body, 'br');
    done.push(name);
  };
  await Promise.all([
    compressAs('long', Buffer.from(Array.from({ length: 200_000 }, (_, at) => at ** 2).join())),
    compressAs('short', Buffer.alloc(300_000, 'a')),
  ]);
  expect(done).toEqual(['long', 'short']);
});
