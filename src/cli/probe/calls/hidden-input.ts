/** Asks for a secret on a terminal, without showing it. */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { Secret } from '../../../upstream/call/credentials.ts';

/** Asks for a secret; null when nobody can be asked, or when the answer is empty or broken off. */
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
    const answer = await Promise.race([reader.question(''), brokenOff]);
    return answer === '' ? null : new Secret(answer);
  } finally {
    reader.close();
    process.stderr.write('\n');
  }
};
