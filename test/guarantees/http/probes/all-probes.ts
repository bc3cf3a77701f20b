/** All probes, by what they are about. */
import { chunkProbes } from './chunk-probes.ts';
import { connectionProbes } from './connection-probes.ts';
import { fieldProbes, hostProbes } from './field-probes.ts';
import { codingProbes, lengthProbes } from './length-probes.ts';
import type { Probe } from './probe.ts';
import { requestLineProbes } from './request-line-probes.ts';

/** The probes by topic, in the order of the table. */
export const probesByTopic: Readonly<Record<string, readonly Probe[]>> = {
  'Request line': requestLineProbes,
  Host: hostProbes,
  'Header syntax and limits': fieldProbes,
  'Content-Length': lengthProbes,
  'Transfer-Encoding': codingProbes,
  'Chunks and trailers': chunkProbes,
  Connection: connectionProbes,
};
