/** Samplers: which traces are recorded. Their names are those of OpenTelemetry. */
import { SAMPLED, type TraceParent } from '../../operation/trace-parent.ts';

/** The samplers that can be asked for. */
export const samplerNames = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** Name of a sampler. */
export type SamplerName = (typeof samplerNames)[number];

/** Decides whether an operation is recorded, by the trace of the client; null when the client follows none. */
export type Sampler = (parent: TraceParent | null) => boolean;

const PARENT_BASED = 'parentbased_';

const rootSampler = (name: string, ratio: number, random: () => number): (() => boolean) => {
  if (name === 'always_on') return () => true;
  if (name === 'always_off') return () => false;
  // Not a function of the trace id, as in an SDK: that may be the client's, which would so choose what is recorded.
  return () => random() < ratio;
};

/**
 * Creates a sampler. Only those that are `parentbased_` believe a client that says whether its trace is recorded.
 *
 * @param ratio share of what `traceidratio` records, 0 to 1
 * @param random numbers from 0 to below 1
 */
export const createSampler = (name: SamplerName, ratio: number, random: () => number = Math.random): Sampler => {
  if (!name.startsWith(PARENT_BASED)) return rootSampler(name, ratio, random);
  const root = rootSampler(name.slice(PARENT_BASED.length), ratio, random);
  return (parent) => (parent === null ? root() : (parent.flags & SAMPLED) === SAMPLED);
};
