import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Order, Report } from '../../../src/workers/messages.ts';
import { type SupervisorOptions, superviseWorkers } from '../../../src/workers/supervisor.ts';
import type { WorkerExit, WorkerProcess } from '../../../src/workers/worker-process.ts';
import { captureLog } from '../../support/running-gateway.ts';

/** A worker that does what the test says. */
interface ScriptedWorker extends WorkerProcess {
  readonly orders: Order[];
  readonly wasKilled: boolean;
  report(report: Report): void;
  /** Lets it end, and everything that follows happen. */
  exit(exit: WorkerExit): Promise<void>;
}

const createWorker = (number: number): ScriptedWorker => {
  const orders: Order[] = [];
  let listener: (report: Report) => void = () => {};
  let end: (exit: WorkerExit) => void = () => {};
  let wasKilled = false;
  return {
    number,
    pid: null,
    orders,
    get wasKilled() {
      return wasKilled;
    },
    exited: new Promise((resolve) => {
      end = resolve;
    }),
    send: (order) => void orders.push(order),
    onReport: (onReport) => {
      listener = onReport;
    },
    kill: () => {
      wasKilled = true;
    },
    report: (report) => listener(report),
    exit: async (exit) => {
      end(exit);
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
};

const ready = { kind: 'ready', url: 'http://127.0.0.1:4000/', graphiql: false, demoToken: null } as const;
const begin = { kind: 'begin', embedded: null, rateLimitSecret: new Uint8Array([1]) } as const;
const killed = { code: null, signal: 'SIGKILL' };

const supervise = (options: Partial<SupervisorOptions> = {}) => {
  const workers: ScriptedWorker[] = [];
  const pauses: number[] = [];
  const later: (() => void)[] = [];
  const looks: (() => void)[] = [];
  const clock = { time: 0 };
  const { log, lines } = captureLog();
  const supervisor = superviseWorkers({
    count: 2,
    startWorker: (number) => {
      const worker = createWorker(number);
      workers.push(worker);
      return worker;
    },
    begin,
    stopMs: 1234,
    silenceS: 6,
    log,
    later: (action, milliseconds) => {
      pauses.push(milliseconds);
      later.push(action);
      return () => void later.splice(later.indexOf(action), 1);
    },
    every: (action) => {
      looks.push(action);
      return () => void looks.splice(looks.indexOf(action), 1);
    },
    now: () => clock.time,
    ...options,
  });
  const workerAt = (number: number): ScriptedWorker => {
    const worker = workers[number - 1];
    if (worker === undefined) throw new Error(`There is no worker ${number}.`);
    return worker;
  };
  /** Lets the supervisor look so often, once a second, for signs of life of the workers. */
  const look = (times: number): void => {
    for (let at = 0; at < times; at += 1) for (const each of looks) each();
  };
  return { supervisor, workers, workerAt, pauses, runNext: () => later.shift()?.(), later, look, looks, clock, lines };
};

const alive = { kind: 'alive', debugged: false } as const;

/** A metric of the supervisor in what it measures. */
const valuesOf = (snapshots: readonly object[], metric: string): unknown =>
  snapshots.flat().find((each) => 'name' in each && each.name === metric);

describe('superviseWorkers', () => {
  it('starts so many workers, sends each its first message, and is ready with the first that serves', async () => {
    const { supervisor, workers, workerAt } = supervise({ count: 3 });
    expect(workers).toHaveLength(3);
    for (const worker of workers) worker.report({ kind: 'here' });
    expect(workers.map(({ orders }) => orders)).toEqual(
      Array.from({ length: 3 }, () => [{ ...begin, isReplacement: false }]),
    );
    workerAt(2).report(ready);
    expect(await supervisor.ready).toEqual(ready);
  });

  it('starts another in place of one that died, each time after a longer pause, and no longer than ten seconds', async () => {
    const { workers, workerAt, pauses, runNext, clock } = supervise();
    workerAt(2).report(ready);
    for (let death = 0; death < 9; death += 1) {
      clock.time += 1000;
      const last = workers.at(-1);
      last?.report(ready);
      await last?.exit(killed);
      runNext();
    }
    expect(workers).toHaveLength(11);
    expect(pauses).toEqual([100, 200, 400, 800, 1600, 3200, 6400, 10_000, 10_000]);
  });

  it('gives up when workers die at start again and again, and says why the last one did', async () => {
    const { supervisor, workers, runNext } = supervise({ count: 1 });
    for (let start = 0; start < 5; start += 1) {
      const last = workers.at(-1);
      last?.report({ kind: 'failed', reason: `broken for the ${start + 1}. time`, advice: null });
      await last?.exit({ code: 1, signal: null });
      runNext();
    }
    expect(workers).toHaveLength(5);
    const failure = 'Workers keep dying at startup. Reason of the last one: broken for the 5. time';
    await expect(supervisor.ready).rejects.toThrow(failure);
    await expect(supervisor.ended).rejects.toThrow(failure);
  });

  it('does not give up while a worker serves', async () => {
    const { workers, workerAt, runNext } = supervise();
    workerAt(1).report(ready);
    for (let start = 0; start < 20; start += 1) {
      await workers.at(-1)?.exit(killed);
      runNext();
    }
    expect(workers).toHaveLength(22);
  });

  it('kills it when it was silent for as long as it may be, and lets another take its place', async () => {
    const { workers, workerAt, look, runNext, lines, supervisor } = supervise();
    for (const worker of workers) worker.report(ready);
    look(5);
    workerAt(2).report(alive);
    expect(workerAt(1).wasKilled).toBe(false);
    look(1);
    expect([workerAt(1).wasKilled, workerAt(2).wasKilled]).toEqual([true, false]);
    expect(lines.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ level: 50, worker: 0, silenceS: 6, msg: 'a worker does not respond; it is killed' }),
    );
    const measured = supervisor.measure();
    workerAt(2).report({ kind: 'own metrics', snapshot: [] });
    await workerAt(1).exit(killed);
    expect(valuesOf(await measured, 'listings_gateway_workers')).toMatchObject({ values: [{ value: 1 }] });
    runNext();
    expect(workers).toHaveLength(3);
    workerAt(3).report(ready);
    const after = supervisor.measure();
    for (const number of [2, 3]) workerAt(number).report({ kind: 'own metrics', snapshot: [] });
    const snapshots = await after;
    expect(valuesOf(snapshots, 'listings_gateway_workers')).toMatchObject({ values: [{ value: 2 }] });
    expect(valuesOf(snapshots, 'listings_gateway_workers_replaced_total')).toMatchObject({
      values: [
        { labels: { reason: 'died' }, value: 0 },
        { labels: { reason: 'stuck' }, value: 1 },
      ],
    });
  });

  it('gives the number of one that died to the one in its place, so that there are never more numbers than workers', async () => {
    const { workers, workerAt, runNext } = supervise({ count: 3 });
    for (const worker of workers) worker.report(ready);
    await workerAt(2).exit(killed);
    await workerAt(1).exit(killed);
    runNext();
    runNext();
    expect(workers.map(({ number }) => number)).toEqual([0, 1, 2, 0, 1]);
  });

  it('leaves alone one that gives signs, however late each of them is', () => {
    const { workerAt, look } = supervise();
    workerAt(1).report(ready);
    for (let round = 0; round < 20; round += 1) {
      look(5);
      workerAt(1).report(alive);
    }
    expect(workerAt(1).wasKilled).toBe(false);
  });

  it('leaves alone one that is starting, however long it takes', () => {
    const { workerAt, look } = supervise();
    workerAt(1).report({ kind: 'here' });
    look(1000);
    expect(workerAt(1).wasKilled).toBe(false);
  });

  it('leaves alone one that a debugger may have stopped, until it may not any more', () => {
    const { workerAt, look } = supervise();
    workerAt(1).report(ready);
    workerAt(1).report({ kind: 'alive', debugged: true });
    look(1000);
    expect(workerAt(1).wasKilled).toBe(false);
    workerAt(1).report(alive);
    look(6);
    expect(workerAt(1).wasKilled).toBe(true);
  });

  it('leaves alone one that stops with all others, as long as a stop may take', () => {
    const { supervisor, workerAt, look, looks } = supervise();
    workerAt(1).report(ready);
    supervisor.stop();
    look(1000);
    expect(workerAt(1).wasKilled).toBe(false);
    expect(looks).toEqual([]);
  });
});

describe('superviseWorkers, asked to replace all', () => {
  const retire = { kind: 'stop', isReplaced: true };
  const ended = { code: 0, signal: null };
  const servingOf = async (supervisor: ReturnType<typeof supervise>['supervisor'], workers: ScriptedWorker[]) => {
    const measured = supervisor.measure();
    for (const worker of workers) {
      if (worker.orders.at(-1)?.kind === 'measure') worker.report({ kind: 'own metrics', snapshot: [] });
    }
    return valuesOf(await measured, 'listings_gateway_workers');
  };

  it('stops each once another serves, one at a time, and goes on with those that are new', async () => {
    const { supervisor, workers, workerAt, lines } = supervise();
    for (const worker of workers) worker.report(ready);
    supervisor.replaceAll();
    expect(workers).toHaveLength(3);
    expect([workerAt(1), workerAt(2)].flatMap(({ orders }) => orders)).toEqual([]);
    workerAt(3).report(ready);
    expect(workerAt(1).orders).toEqual([retire]);
    expect(workerAt(2).orders).toEqual([]);
    expect(workers).toHaveLength(3);
    expect(await servingOf(supervisor, workers)).toMatchObject({ values: [{ value: 2 }] });
    await workerAt(1).exit(ended);
    expect(workers).toHaveLength(4);
    workerAt(4).report(ready);
    await workerAt(2).exit(ended);
    expect(workers).toHaveLength(4);
    expect([workerAt(3), workerAt(4)].flatMap(({ orders }) => orders).filter(({ kind }) => kind === 'stop')).toEqual(
      [],
    );
    expect(supervisor.isReady()).toBe(true);
    expect(lines.join('')).toContain('"msg":"all workers are replaced"');
    expect(lines.join('')).not.toContain('a worker died');
    // Another time it is those.
    supervisor.replaceAll();
    workerAt(5).report(ready);
    expect(workerAt(3).orders).toContainEqual(retire);
  });

  it('has as many that serve all the time, and in the end only such as started after it was last asked', async () => {
    const event = fc.constantFrom('ask', 'serve', 'fail', 'leave', 'time passes');
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 40 }), async (events) => {
        const { supervisor, workers, runNext } = supervise();
        const [served, gone] = [new Set<ScriptedWorker>(), new Set<ScriptedWorker>()];
        const isLeaving = ({ wasKilled, orders }: ScriptedWorker) =>
          wasKilled || orders.some(({ kind }) => kind === 'stop');
        const starting = () => workers.find((each) => !served.has(each) && !gone.has(each) && !each.wasKilled);
        const leaving = () => workers.find((each) => !gone.has(each) && isLeaving(each));
        const serving = () => [...served].filter((each) => !gone.has(each) && !isLeaving(each));
        const serve = (): void => {
          const worker = starting();
          if (worker !== undefined) served.add(worker);
          worker?.report(ready);
        };
        const exit = async (worker: ScriptedWorker | undefined, code: number): Promise<void> => {
          if (worker !== undefined) gone.add(worker);
          await worker?.exit({ code, signal: null });
        };
        const steps = {
          ask: () => supervisor.replaceAll(),
          serve: () => serve(),
          fail: () => exit(starting(), 1),
          leave: () => exit(leaving(), 0),
          'time passes': runNext,
        };
        serve();
        serve();
        for (const each of events) {
          await steps[each]();
          expect(serving().length).toBeGreaterThanOrEqual(2);
        }
        const before = workers.length;
        supervisor.replaceAll();
        while (starting() !== undefined || leaving() !== undefined) {
          await exit(leaving(), 0);
          serve();
        }
        expect(serving()).toEqual(workers.slice(-2));
        expect(workers.length).toBeGreaterThanOrEqual(before + 2);
      }),
    );
  });

  it('leaves all as they are when a new one does not serve, whatever the reason', async () => {
    const { supervisor, workers, workerAt, pauses, runNext, lines } = supervise();
    for (const worker of workers) worker.report(ready);
    supervisor.replaceAll();
    workerAt(3).report({ kind: 'here' });
    expect(workerAt(3).orders).toEqual([{ ...begin, isReplacement: true }]);
    workerAt(3).report({ kind: 'failed', reason: 'nothing listens there', advice: null });
    await workerAt(3).exit({ code: 1, signal: null });
    expect(workers).toHaveLength(3);
    expect(lines.at(-1)).toContain('"reason":"nothing listens there"');
    // One that never serves is given up.
    supervisor.replaceAll();
    expect(pauses.at(-1)).toBe(60_000);
    runNext();
    runNext();
    expect(workerAt(4).wasKilled).toBe(true);
    await workerAt(4).exit(killed);
    // One that serves elsewhere would take half of the clients with it.
    supervisor.replaceAll();
    workerAt(5).report({ ...ready, url: 'http://127.0.0.1:4001/' });
    expect(workerAt(5).wasKilled).toBe(true);
    await workerAt(5).exit(killed);
    expect([workerAt(1), workerAt(2)].flatMap(({ orders }) => orders)).toEqual([]);
    expect(workers).toHaveLength(5);
    expect(supervisor.isReady()).toBe(true);
    expect(lines.filter((line) => line.includes('a new worker did not serve'))).toHaveLength(3);
  });
});
