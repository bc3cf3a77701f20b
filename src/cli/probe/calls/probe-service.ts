/** Probes a whole service: signs in, calls every safe endpoint, compares the responses. */
import { Canceller } from '../../../concurrency/cancellation.ts';
import { createSemaphore, withPermit } from '../../../concurrency/semaphore.ts';
import { operationOf } from '../../../contract/endpoints.ts';
import { createLog } from '../../../log/logger.ts';
import type { AccessToken } from '../../../upstream/call/credentials.ts';
import { type CallScope, createServiceClient, type ServiceClient } from '../../../upstream/client.ts';
import { createTransport, type TransportOptions } from '../../../upstream/requests/transport.ts';
import { examineMainPictures } from '../findings/main-picture.ts';
import { type EndpointReport, type ProbeReport, withFindings } from '../report.ts';
import type { Callers, ProbeCaller, RunCall } from './callers.ts';
import { probeFirstEntries } from './first-entry.ts';
import { nothingFound } from './found.ts';
import { type PlannedName, plans } from './plan.ts';
import { probeEndpoint } from './probe-endpoint.ts';
import { probeInvoice } from './probe-invoice.ts';
import { type Credentials, signIn, type TokenParams } from './sign-in.ts';
import { findTokenHeader } from './token-header.ts';

/** Target of a probe. */
export interface ProbeOptions extends Credentials {
  /** `{base_url}` of the service. */
  readonly url: URL;
  readonly transport: Omit<TransportOptions, 'baseUrl' | 'connections'> & { readonly tokenHeader: string };
  readonly tokenParams: TokenParams;
  /** Ends the calls under way, which then fail, as do those that would come after. */
  readonly signal: AbortSignal;
  /** Receives the number of calls after each of them. */
  readonly onProgress?: (calls: number) => void;
}

const CALLS_AT_ONCE = 4;
const UNLIMITED_QUEUE = { maxWaiting: Number.POSITIVE_INFINITY, maxWaitMs: 2_147_483_647 } as const;
const WAVES = [0, 1, 2] as const;

const plannedNames = Object.keys(plans).filter((name): name is PlannedName => Object.hasOwn(plans, name));

/** The order in which the specification lists the endpoints is that of the plans, by group. */
const inOrder = (reports: ReadonlyMap<string, EndpointReport>): readonly EndpointReport[] =>
  [...plannedNames, 'getInvoice' as const].flatMap((name) => reports.get(operationOf(name)) ?? []);

type Services = Readonly<Record<TokenParams, ServiceClient>>;

/** Clients by the header in which they send the token, made as they are needed. Disposing closes their connections. */
interface Clients extends AsyncDisposable {
  withHeader(header: string): Services;
}

const createClients = ({ url, transport }: ProbeOptions): Clients => {
  const log = createLog('silent');
  const transports: AsyncDisposable[] = [];
  const byHeader = new Map<string, Services>();

  const connect = (header: string): Services => {
    const connected = createTransport({ ...transport, baseUrl: url, tokenHeader: header, connections: CALLS_AT_ONCE });
    transports.push(connected);
    return {
      headers: createServiceClient({ transport: connected, tokenParams: 'headers', log }),
      form: createServiceClient({ transport: connected, tokenParams: 'form', log }),
    };
  };

  return {
    withHeader: (header) => {
      const services = byHeader.get(header) ?? connect(header);
      byHeader.set(header, services);
      return services;
    },
    [Symbol.asyncDispose]: async () => {
      for (const each of transports) await each[Symbol.asyncDispose]();
    },
  };
};

const probeAll = async (callers: Callers, run: RunCall): Promise<readonly EndpointReport[]> => {
  const found = nothingFound();
  const reports = new Map<string, EndpointReport>();
  for (const wave of WAVES) {
    const names = plannedNames.filter((name) => plans[name].wave === wave);
    const made = await Promise.all(names.map((name) => probeEndpoint(name, found, callers, run)));
    for (const report of made) reports.set(report.operation, report);
  }
  const later = new Map([
    ...(await probeFirstEntries(found, callers, run)),
    ['getListing', examineMainPictures(found.pictures.values())] as const,
  ]);
  for (const [name, findings] of later) {
    const report = reports.get(operationOf(name));
    if (report !== undefined) reports.set(report.operation, withFindings(report, findings));
  }
  const invoice = await probeInvoice(found, callers, run);
  return inOrder(reports.set(invoice.operation, invoice));
};

/** Probes a service. A call that fails is part of the report; no response of a service makes this fail. */
export const probeService = async (options: ProbeOptions): Promise<ProbeReport> => {
  const { transport, tokenParams, signal, onProgress } = options;
  const scope: CallScope = { signal };
  await using clients = createClients(options);
  const signedIn = await signIn(clients.withHeader(transport.tokenHeader), tokenParams, options, scope);
  const anyToken = signedIn.application ?? signedIn.user;
  const clientIn = (name: string): ServiceClient => clients.withHeader(name)[tokenParams];
  const { header, findings } =
    anyToken === null
      ? { header: transport.tokenHeader, findings: [] }
      : await findTokenHeader(transport.tokenHeader, (name) => clientIn(name).bind({ ...scope, token: anyToken }));
  const service = clientIn(header);
  const callerOf = (token: AccessToken | null): ProbeCaller | null =>
    token === null
      ? null
      : { call: service.bind({ ...scope, token }), document: service.bindDocuments({ ...scope, token }) };

  const permits = createSemaphore(CALLS_AT_ONCE, UNLIMITED_QUEUE);
  // Calls that wait are not cancelled here: each fails by itself once the signal is aborted.
  const taker = { ending: new Canceller() };
  let calls = 0;
  const run: RunCall = (call) =>
    withPermit(permits, taker, async () => {
      try {
        return await call();
      } finally {
        calls += 1;
        onProgress?.(calls);
      }
    });
  const endpoints = await probeAll({ application: callerOf(signedIn.application), user: callerOf(signedIn.user) }, run);
  return { findings, endpoints: [signedIn.report, ...endpoints] };
};
