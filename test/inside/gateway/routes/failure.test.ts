import { describe, expect, it } from 'vitest';
import { ClientGoneError, DeadlineExceededError } from '../../../../src/gateway/errors/ended-early.ts';
import { OperationRecord } from '../../../../src/gateway/operation/operation-record.ts';
import { failureOf } from '../../../../src/gateway/routes/failure.ts';
import { captureLog } from '../../../support/running-gateway.ts';

describe('The failure of a route', () => {
  it.each([
    ['its client is gone', new ClientGoneError('The client is gone.'), 504, 0],
    ['its time is up', new DeadlineExceededError('It took too long.'), 504, 0],
    ['it has a mistake', new TypeError('A mistake.'), 500, 1],
  ])('is logged only where that is a mistake of the gateway: %s', (_why, error, status, logged) => {
    const { log, lines } = captureLog();
    const failure = failureOf(error, { requestId: 'request-1', record: new OperationRecord(), log });
    expect([failure.status, lines.length]).toEqual([status, logged]);
  });
});
