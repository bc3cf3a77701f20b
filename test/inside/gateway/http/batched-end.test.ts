import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { endInBatch } from '../../../../src/gateway/http/batched-end.ts';
import { GatewayResponse } from '../../../../src/gateway/http/node-response.ts';

const createResponse = (): GatewayResponse => new GatewayResponse(new IncomingMessage(new Socket()));

const turn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

describe('Responses that are finished in one turn of the event loop', () => {
  it('are written together at its end, but for large ones', async () => {
    // Only where several came in the turn before does one wait.
    for (const _response of [1, 2]) endInBatch(createResponse(), '');
    await turn();
    const [small, large] = [createResponse(), createResponse()];
    endInBatch(small, 'x');
    endInBatch(large, 'x'.repeat(40_000));
    expect([small.writableEnded, large.writableEnded]).toEqual([false, true]);
    await turn();
    expect(small.writableEnded).toBe(true);
  });
});
