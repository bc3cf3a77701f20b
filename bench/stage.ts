import { createLoadGenerator, type LoadGenerator } from './load/load.ts';
/** What every measurement needs: the service and the load generator, each on its cores. */
import { assignCores, type Cores } from './machine/cores.ts';
import { startService } from './service/service.ts';

/** The service and the load generator. Disposing of it ends the service. */
export interface Stage extends AsyncDisposable {
  readonly cores: Cores;
  readonly load: LoadGenerator;
  /** `{base_url}` of the service. */
  readonly baseUrl: URL;
  /** The tools, with their versions. */
  readonly tools: readonly string[];
}

/** Starts the service for a measurement of so many workers. */
export const startStage = async (workers: number): Promise<Stage> => {
  const cores = await assignCores(workers);
  const load = await createLoadGenerator(cores.others);
  const service = await startService(cores.others);
  return {
    cores,
    load,
    baseUrl: service.baseUrl,
    tools: [service.name, load.name],
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
};

/** Says which cores are whose. */
export const coresLine = ({ target, others }: Cores): string =>
  target === null || others === null
    ? 'no core of its own for anything: there are too few, or no taskset'
    : `what is measured on core ${target.join(', ')}, service and load on ${others.join(', ')}`;
