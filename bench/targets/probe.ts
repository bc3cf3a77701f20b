/**
 * A look from inside a target: loaded into its process with `--import`, responds to the questions of the measurement.
 *
 * - `sample`: collects garbage, then reports memory, sockets, and the delay of the event loop since the last sample.
 * - `start profile` and `stop profile`: a profile of the processor time between the two, as V8 writes it.
 */
import { type Profiler, Session } from 'node:inspector/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** A sample, in bytes and milliseconds. */
export interface ProbeSample {
  readonly heapBytes: number;
  readonly rssBytes: number;
  readonly sockets: number;
  readonly loopP99Ms: number;
}

/** A profile as V8 writes it. */
export type CpuProfile = Profiler.Profile;

const RESOLUTION_MS = 10;
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
const session = new Session();

const sample = (): ProbeSample => {
  // The figure contains the time between two looks.
  const loopP99Ms = Math.max(0, delay.percentile(99) / 1e6 - RESOLUTION_MS);
  globalThis.gc?.();
  const { heapUsed, rss } = process.memoryUsage();
  const sockets = process.getActiveResourcesInfo().filter((resource) => resource === 'TCPSocketWrap').length;
  delay.reset();
  return { heapBytes: heapUsed, rssBytes: rss, sockets, loopP99Ms };
};

const startProfile = async (): Promise<null> => {
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: 200 });
  await session.post('Profiler.start');
  return null;
};

const stopProfile = async (): Promise<CpuProfile> => {
  const { profile } = await session.post('Profiler.stop');
  session.disconnect();
  return profile;
};

const respond = async (question: unknown): Promise<unknown> => {
  switch (question) {
    case 'sample':
      return sample();
    case 'start profile':
      return startProfile();
    case 'stop profile':
      return stopProfile();
    default:
      return null;
  }
};

process.on('message', (question) => {
  void respond(question).then((value) => process.send?.(value ?? {}));
});
// The channel alone must not keep a target alive.
process.channel?.unref();
delay.enable();
