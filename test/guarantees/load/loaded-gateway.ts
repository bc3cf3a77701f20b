/** A gateway under load: its log is looked through line by line and not kept. */
import { TestClock } from '../../support/running-gateway.ts';
import { type JudgedGateway, type JudgedOptions, judgeGateway } from '../judged-gateway.ts';
import type { Oracle } from '../oracle.ts';
import { type PlainService, type Responder, startPlainService } from '../service.ts';

/** The clock of the system, for what has to wait for real. */
export class SystemClock extends TestClock {
  override readonly now = (): number => Date.now();
}

/** What is loaded. */
export interface LoadedGateway extends JudgedGateway {
  readonly service: PlainService;
}

/** How it is set up. */
export interface LoadOptions extends JudgedOptions {
  readonly respond?: Responder;
}

/** Starts a gateway, loads it, and has the oracle look at what is left. */
export const loadGateway = async (
  oracle: Oracle,
  what: string,
  { respond, ...options }: LoadOptions,
  act: (loaded: LoadedGateway) => Promise<void>,
): Promise<void> => {
  await using service = await startPlainService(respond);
  await judgeGateway(oracle, what, service, options, (judged) => act({ ...judged, service }));
};
