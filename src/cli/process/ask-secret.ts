/** Asks for a secret on a terminal, without showing it. */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { Secret } from '../../rest/call/credentials.ts';

/** Prompts for a secret; null without a terminal, or when the input is empty or aborted. */
export const askSecret = async (question: string): Promise<Secret | null> => {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return null;
  process.stderr.write(`${question}: `);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  const brokenOff = new Promise<string>((resolve) => {
    reader.once('SIGINT', () => resolve(''));
    reader.once('close', () => resolve(''));
  });
  try {
    const input = await Promise.race([reader.question(''), brokenOff]);
    return input === '' ? null : new Secret(input);
  } finally {
    reader.close();
    process.stderr.write('\n');
  }
};
