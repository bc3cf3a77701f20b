import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../../src/embedded/core/refusal.ts';
import { TaskLimiter } from '../../../../src/embedded/core/task-limiter.ts';

/** A task that ends on request. */
const createTask = (started: string[], name: string) => {
  let resolve: (result: string) => void = () => {};
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<string>((whenDone, whenFailed) => {
    resolve = whenDone;
    reject = whenFailed;
  });
  const run = () => {
    started.push(name);
    return promise;
  };
  return { run, finish: () => resolve(name), fail: () => reject(new Error(name)) };
};

describe('TaskLimiter', () => {
  it('runs so many tasks at a time, in the order in which they came', async () => {
    const limiter = new TaskLimiter({ running: 2, waiting: 10 });
    const started: string[] = [];
    const tasks = ['a', 'b', 'c', 'd'].map((name) => createTask(started, name));
    const results = tasks.map(({ run }) => limiter.run(run));
    await turn();
    expect(started).toEqual(['a', 'b']);
    tasks[1]?.finish();
    await results[1];
    await turn();
    expect(started).toEqual(['a', 'b', 'c']);
    for (const { finish } of tasks) finish();
    expect(await Promise.all(results)).toEqual(['a', 'b', 'c', 'd']);
    expect(started).toEqual(['a', 'b', 'c', 'd']);
  });

  it('gives the place of a task that failed to the next', async () => {
    const limiter = new TaskLimiter({ running: 1, waiting: 1 });
    const started: string[] = [];
    const [bad, good] = [createTask(started, 'bad'), createTask(started, 'good')];
    const failed = limiter.run(bad.run);
    const next = limiter.run(good.run);
    bad.fail();
    good.finish();
    await expect(failed).rejects.toThrow('bad');
    expect(await next).toBe('good');
    expect(await limiter.run(async () => 'free again')).toBe('free again');
  });

  it('refuses with 503 and Retry-After what may not even wait', async () => {
    const limiter = new TaskLimiter({ running: 1, waiting: 1 });
    const started: string[] = [];
    const tasks = ['runs', 'waits'].map((name) => createTask(started, name));
    const results = tasks.map(({ run }) => limiter.run(run));
    const refused: unknown = await limiter.run(async () => 'late').catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Refusal);
    expect(refused).toMatchObject({ status: 503, headers: { 'Retry-After': '1' } });
    for (const { finish } of tasks) finish();
    expect(await Promise.all(results)).toEqual(['runs', 'waits']);
  });
});
