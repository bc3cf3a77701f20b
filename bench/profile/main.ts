/** `npm run profile`: writes a profile of the processor time under load into profiles/, and prints where it went. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { exitOnSignals } from '../machine/end-with-parent.ts';
import { startStage } from '../stage.ts';
import type { CpuProfile } from '../targets/probe.ts';
import { startProbed } from '../targets/probed.ts';
import { isTargetName } from '../targets/targets.ts';
import { isWorkloadName, TOKENS, workloads } from '../workloads.ts';
import { functionOf, partOf, type SelfTime, selfTimes } from './self-time.ts';
import { withSourcePlaces } from './source-places.ts';

const WARM_UP_SECONDS = 3;
const PLACES = 30;
const PARTS = 20;

const isProfile = (value: unknown): value is CpuProfile =>
  typeof value === 'object' && value !== null && 'nodes' in value && 'samples' in value;

const lines = (times: readonly SelfTime[], count: number): string =>
  times
    .slice(0, count)
    .map(
      ({ place, ms, share }) =>
        `${(share * 100).toFixed(1).padStart(5)} %  ${ms.toFixed(0).padStart(6)} ms  ${place}\n`,
    )
    .join('');

const { values } = parseArgs({
  options: {
    workload: { type: 'string', default: 'W2' },
    target: { type: 'string', default: 'gateway' },
    seconds: { type: 'string', default: '10' },
    connections: { type: 'string', default: '50' },
  },
});
const { workload, target: name } = values;
if (!isWorkloadName(workload)) throw new RangeError(`There is no workload "${workload}".`);
if (!isTargetName(name)) throw new RangeError(`There is no target "${name}".`);

exitOnSignals();
await using stage = await startStage(1);
const { baseUrl, cores } = stage;
await using target = await startProbed(name, { baseUrl, cores: cores.target, workers: 1, nodeFlags: [] });
const { caller, body } = workloads[workload];
const { url, headers } = target;
const load = { url, headers, bodies: [body], caller, tokens: TOKENS, connections: Number(values.connections) };
await stage.load.run({ ...load, seconds: WARM_UP_SECONDS });
await target.ask('start profile');
const { requestsPerSecond } = await stage.load.run({ ...load, seconds: Number(values.seconds) });
const response = await target.ask('stop profile');
if (!isProfile(response)) throw new Error('The probe returned no profile.');
const profile = withSourcePlaces(response, resolve('dist'));

const directory = resolve('profiles');
await mkdir(directory, { recursive: true });
const path = join(directory, `${name}-${workload}.cpuprofile`);
await writeFile(path, JSON.stringify(profile));
process.stdout.write(
  `${name}, ${workload}: ${requestsPerSecond.toFixed(0)} operations/s while profiled\n\nBy part:\n${lines(selfTimes(profile, partOf), PARTS)}\nBy function:\n${lines(selfTimes(profile, functionOf), PLACES)}\n${path}\n`,
);
