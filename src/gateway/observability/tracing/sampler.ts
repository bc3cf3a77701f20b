/** Samplers: which traces are recorded. */
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  RandomIdGenerator,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base';
import type { SamplerName } from './sampler-names.ts';

/** Records a share of what it is asked for, whatever the id of the trace: that may be the client's, which would so choose. */
const createShareSampler = (ratio: number): Sampler => {
  const ids = new RandomIdGenerator();
  const sampler = new TraceIdRatioBasedSampler(ratio);
  return {
    shouldSample: (context) => sampler.shouldSample(context, ids.generateTraceId()),
    toString: () => sampler.toString(),
  };
};

const createRootSampler = (name: SamplerName, ratio: number): Sampler => {
  if (name.endsWith('always_on')) return new AlwaysOnSampler();
  return name.endsWith('always_off') ? new AlwaysOffSampler() : createShareSampler(ratio);
};

/**
 * Creates a sampler. Calls follow their operation; only those that are `parentbased_` believe a client that says whether its trace is
 * recorded.
 *
 * @param ratio share of what `traceidratio` records, 0 to 1
 */
export const createSampler = (name: SamplerName, ratio: number): Sampler => {
  const root = createRootSampler(name, ratio);
  return name.startsWith('parentbased_')
    ? new ParentBasedSampler({ root })
    : new ParentBasedSampler({ root, remoteParentSampled: root, remoteParentNotSampled: root });
};
