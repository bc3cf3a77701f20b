import { describe, expect, it } from 'vitest';
import { byEffort } from '../../support/effort.ts';
import { failuresOf, type Outcome, seedOfRun } from '../outcome.ts';
import { createCallers } from './callers.ts';
import {
  runChangesThroughGateway,
  runClosingConnections,
  runSurplusResponses,
  runUnaskedBytes,
} from './kept-connections.ts';
import { responseOf, startRawService } from './raw-service.ts';

describe('A kept connection to the service', () => {
  it.each<readonly [string, () => Promise<Outcome>]>([
    [
      'is never used when something came on it, or it was closed, while the process was busy',
      () => runUnaskedBytes(byEffort(1, 3), seedOfRun()),
    ],
    [
      'that the service closes behind its response fails no call, and leaves no change unknown or sent twice',
      () => runClosingConnections(byEffort(1, 5), seedOfRun()),
    ],
    [
      'that the service closes leaves no change of the gateway unknown',
      () => runChangesThroughGateway(byEffort(3, 20), null),
    ],
    ['that brings a response too many gives it to nobody', () => runSurplusResponses(byEffort(1, 5), seedOfRun())],
  ])('%s', async (_what, run) => {
    const outcome = await run();
    expect(failuresOf(outcome)).toEqual([]);
    expect(outcome.cases).toBeGreaterThanOrEqual(byEffort(12, 100));
  });

  it('is not the one on which a call is sent again', async () => {
    await using service = await startRawService(({ token, socket }) => {
      const isThird = service.requests.length === 3;
      socket.write(isThird ? 'HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n' : responseOf({ token }));
    });
    await using callers = createCallers(service.url);
    await Promise.all([callers.call('safe'), callers.call('safe')]);
    await callers.call('safe');
    const [first, second, third, repeat] = service.requests.map(({ socket }) => socket.remotePort);
    expect([first, second]).toContain(third);
    expect([first, second]).not.toContain(repeat);
  });
});
