import { describe, expect, it } from 'vitest';
import { Canceller } from '../../../src/concurrency/cancellation.ts';
import { createTurns } from '../../../src/concurrency/turns.ts';

describe('createTurns', () => {
  it('does not wait for its turn once it is cancelled, and leaves the turns of the others as they were', async () => {
    const turns = createTurns();
    const done: string[] = [];
    let finish: () => void = () => {};
    const first = turns.run(
      'key',
      new Canceller(),
      () =>
        new Promise<void>((resolve) => {
          finish = resolve;
        }),
    );
    const leaving = new Canceller();
    const record = (name: string) => (): Promise<void> => Promise.resolve(void done.push(name));
    const cancelled = turns.run('key', leaving, record('cancelled'));
    const third = turns.run('key', new Canceller(), record('third'));
    leaving.cancel(new Error('The client is gone.'));
    await cancelled;
    await turns.run('key', leaving, record('cancelled before'));
    expect(done).toEqual(['cancelled', 'cancelled before']);
    finish();
    await Promise.all([first, third]);
    expect(done).toEqual(['cancelled', 'cancelled before', 'third']);
  });
});
