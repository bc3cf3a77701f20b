/** All mutations, in the order of the report. */
import { callerMutations } from './caller-mutations.ts';
import { exchangeMutations } from './exchange-mutations.ts';
import { fidelityMutations } from './fidelity-mutations.ts';
import { httpPathMutations } from './http-path-mutations.ts';
import { idempotencyMutations } from './idempotency-mutations.ts';
import { metricsMutations } from './metrics-mutations.ts';
import type { Mutation } from './mutation.ts';
import { operationMutations } from './operation-mutations.ts';
import { processMutations } from './process-mutations.ts';
import { protocolMutations } from './protocol-mutations.ts';
import { recordMutations } from './record-mutations.ts';
import { requestMutations } from './request-mutations.ts';
import { serviceMutations } from './service-mutations.ts';
import { sessionMutations } from './session-mutations.ts';
import { traceMutations } from './trace-mutations.ts';
import { walkMutations } from './walk-mutations.ts';

/** One or more for each protection that is guaranteed. */
export const mutations: readonly Mutation[] = [
  ...serviceMutations,
  ...exchangeMutations,
  ...requestMutations,
  ...httpPathMutations,
  ...protocolMutations,
  ...operationMutations,
  ...walkMutations,
  ...callerMutations,
  ...sessionMutations,
  ...idempotencyMutations,
  ...fidelityMutations,
  ...processMutations,
  ...recordMutations,
  ...traceMutations,
  ...metricsMutations,
];
