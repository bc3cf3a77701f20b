/** Common start of every process of the program. */
import type { Config } from '../config/config.ts';
import type { AddTogether } from '../gateway/admission/shared-counts.ts';
import type { Metrics } from '../gateway/observability/metrics/metrics.ts';
import type { Logger } from '../log/logger.ts';

/** An embedded service that somebody else has started. */
export interface StartedService {
  /** `{base_url}` of its REST API. */
  readonly baseUrl: URL;
  readonly origin: URL;
}

/** Values that a worker has from its supervisor. */
export interface Surroundings {
  /** Its number among the workers, from 0 on. */
  readonly worker: number;
  /** Null when the service is elsewhere. */
  readonly embedded: StartedService | null;
  /** The same for all workers. */
  readonly rateLimitSecret: Uint8Array;
  /** Counts together with the other workers. */
  readonly countTogether: AddTogether;
  /** Makes of the metrics of this worker those of all. */
  readonly shareMetrics: (metrics: Metrics) => Metrics;
}

/** Values that every process starts from. */
export interface Start {
  readonly config: Config;
  /** Null for a process on its own. */
  readonly surroundings: Surroundings | null;
  readonly log: Logger;
  /** Takes what the program has to release when it ends; gives it back. */
  readonly own: <Resource extends AsyncDisposable>(resource: Resource) => Resource;
}
