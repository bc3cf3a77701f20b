import { describe, expect, it } from 'vitest';
import { FaultPlan } from '../../../../src/embedded/faults/fault-plan.ts';
import { FaultSyntaxError, parseFault } from '../../../../src/embedded/faults/fault.ts';

describe('parseFault', () => {
  it.each([
    ['latency:200', { kind: 'latency', ms: 200 }],
    ['latency;ms=200', { kind: 'latency', ms: 200 }],
    [' latency ; ms=0 ', { kind: 'latency', ms: 0 }],
    ['401', { kind: 'status', status: 401, retryAfterSeconds: null }],
    ['429', { kind: 'status', status: 429, retryAfterSeconds: 1 }],
    ['429:30', { kind: 'status', status: 429, retryAfterSeconds: 30 }],
    ['503;after=5', { kind: 'status', status: 503, retryAfterSeconds: 5 }],
    ['reset', { kind: 'reset', at: 'before' }],
    ['reset:body', { kind: 'reset', at: 'body' }],
    ['reset;at=body', { kind: 'reset', at: 'body' }],
    ['odd:wrapped', { kind: 'odd', shape: 'wrapped' }],
    ['odd;shape=bom', { kind: 'odd', shape: 'bom' }],
  ])('reads %s', (text, fault) => {
    expect(parseFault(text)).toEqual(fault);
  });

  it.each([
    '',
    'slow',
    'latency',
    'latency:',
    'latency:-1',
    'latency:60001',
    'latency;after=5',
    '200',
    '404',
    '500:5',
    '401:1',
    '429:soon',
    'reset:later',
    'odd',
    'odd:shape',
    'odd:constructor',
    'constructor',
    '503 503',
  ])('refuses %j and says what is possible', (text) => {
    expect(() => parseFault(text)).toThrow(FaultSyntaxError);
    expect(() => parseFault(text)).toThrow(/is no fault\. A fault is one of: latency:<ms up to 60000>, 401/);
  });
});

describe('FaultPlan', () => {
  const statusOf = (plan: FaultPlan, operation: string) => {
    const { spoiler } = plan.take(operation, []);
    return spoiler?.kind === 'status' ? spoiler.status : null;
  };

  it('spoils as many requests as a rule says, and all of them when it says nothing', () => {
    const plan = new FaultPlan('GET /v1/listings/{id}=503*2, POST /v1/listings=500');
    const get = [1, 2, 3, 4].map(() => statusOf(plan, 'GET /v1/listings/{id}'));
    expect(get).toEqual([503, 503, null, null]);
    const post = [1, 2, 3].map(() => statusOf(plan, 'POST /v1/listings'));
    expect(post).toEqual([500, 500, 500]);
  });

  it('means one endpoint by its path, all by *, and some by the beginning of a path', () => {
    const meets = (selector: string, operation: string) =>
      statusOf(new FaultPlan(`${selector}=500`), operation) === 500;
    expect(meets('*', 'DELETE /v1/listings/{id}')).toBe(true);
    expect(meets('/v1/listings/{id}', 'DELETE /v1/listings/{id}')).toBe(true);
    expect(meets('GET /v1/listings/{id}', 'DELETE /v1/listings/{id}')).toBe(false);
    expect(meets('/v1/user/*', 'GET /v1/user/details')).toBe(true);
    expect(meets('/v1/user/*', 'GET /v1/sections')).toBe(false);
    expect(meets('POST /v1/user/*', 'GET /v1/user/details')).toBe(false);
  });

  it('adds up delays and takes the first other fault, leaving the later ones for later', () => {
    const plan = new FaultPlan('*=latency:200, /v1/sections=503*1, *=500*1, *=latency:50*1');
    expect(plan.take('GET /v1/sections', [])).toMatchObject({ delayMs: 250, spoiler: { status: 503 } });
    expect(plan.take('GET /v1/sections', [])).toMatchObject({ delayMs: 200, spoiler: { status: 500 } });
    expect(plan.take('GET /v1/sections', [])).toEqual({ delayMs: 200, spoiler: null });
  });

  it('puts what a request asks for before what is planned', () => {
    const plan = new FaultPlan('*=503*1');
    const own = plan.take('GET /v1/sections', [parseFault('403'), parseFault('latency:10')]);
    expect(own).toMatchObject({ delayMs: 10, spoiler: { status: 403 } });
    expect(statusOf(plan, 'GET /v1/sections')).toBe(503);
  });

  it('is empty for an empty text', () => {
    expect(new FaultPlan('  ').take('GET /v1/sections', [])).toEqual({ delayMs: 0, spoiler: null });
  });

  it.each([
    ['503', "'503' is no rule"],
    ['*=503*', 'is no rule'],
    ['*=503*x', 'is no rule'],
    ['*=', 'is no rule'],
    ['*=slow', "'slow' is no fault"],
    ['GET /v1/listing=503', "'GET /v1/listing' is no endpoint"],
    ['PUT /v1/listings=503', 'is no endpoint'],
    ['/v1/listings/17=503', 'is no endpoint'],
    ['*=503,', "'' is no rule"],
  ])('refuses %j', (text, message) => {
    expect(() => new FaultPlan(text)).toThrow(FaultSyntaxError);
    expect(() => new FaultPlan(text)).toThrow(message);
  });
});
