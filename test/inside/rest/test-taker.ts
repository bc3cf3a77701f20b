import type { Lane, Share, Taker } from '../../../src/rest/share.ts';

/** A call that takes a connection of a share, and nothing else. */
export class TestTaker implements Taker {
  previous: TestTaker | null = null;
  next: TestTaker | null = null;
  lane: Lane | null = null;
  isConnected = false;
  number = 0;
  readonly caller: string | null;
  readonly part: string;
  readonly onConnection: () => void;
  readonly onRefusal: () => void;

  constructor(caller: string | null, part: string, onConnection: () => void, onRefusal: () => void) {
    this.caller = caller;
    this.part = part;
    this.onConnection = onConnection;
    this.onRefusal = onRefusal;
  }
}

/** Takes a connection, and gives what gives it back. @throws when it is refused */
export const take = (share: Share, part: string): Promise<() => void> =>
  new Promise((resolve, reject) => {
    const taker = new TestTaker(
      null,
      part,
      () => resolve(() => share.leave(taker)),
      () => reject(new Error('There was no place.')),
    );
    share.take(taker);
  });
