/** Probes a whole service: signs in, calls every endpoint that changes nothing, and reports what the decoders find. */
import { endpoints, operationOf } from '../../contract/endpoints.ts';
import { createLog } from '../../log/logger.ts';
import type { AccessToken } from '../../rest/call/credentials.ts';
import { type Call, createServiceClient, type ServiceClient } from '../../rest/client.ts';
import { listSections } from '../../rest/endpoints/sections.ts';
import { createTransport, type TransportOptions } from '../../rest/transport.ts';
import { type Attempt, attempt, isRefused } from './attempt.ts';
import { planCalls, type SafeName, type Send, safeNames } from './calls.ts';
import { addDrift, examineFields } from './examine.ts';
import { type AddFinding, type EndpointReport, startReport } from './report.ts';
import { type Credentials, findTokenHeader, signIn } from './sign-in.ts';

/** Target of a probe. */
interface ProbeOptions extends Credentials {
  readonly transport: TransportOptions & { readonly tokenHeader: string };
  readonly tokenParams: ServiceClient['tokenParams'];
  /** Ends the calls under way, which then fail, as do those that would come after. */
  readonly signal: AbortSignal;
}

const ENDPOINTS_AT_ONCE = 4;

/** Assumption: R41. Endpoints of the access classes `public` and `application` take the token of an application, others a user's. */
const addAccess = (name: SafeName, attempts: readonly Attempt<unknown>[], add: AddFinding): void => {
  const { access } = endpoints[name];
  if (attempts.some(({ ok }) => ok) && access === 'user')
    add('R41', 'covered', "takes an application's token, but is asked for users alone");
  else if (attempts.some(({ ok }) => ok)) add('R41', 'holds', "takes an application's token");
  else if (attempts.length > 0 && attempts.every(isRefused)) {
    // Where a listing is refused to an application, callers without a token have to sign in.
    const outcome = { user: 'holds', application: 'covered', public: 'open' } as const;
    add('R41', outcome[access], "refuses an application's token");
  }
};

/** Decodes as the gateway does, and adds what is found in doing so. */
const examined =
  (call: Call, add: AddFinding): Call =>
  (name, inputs, reader) =>
    call(name, inputs, (json, _drift, ...rest) => {
      const result = reader(json, addDrift(add), ...rest);
      if (!Buffer.isBuffer(result)) examineFields(result, add);
      return result;
    });

/** Calls an endpoint as the application, and as the user where that is needed. */
const probeEndpoint = async (
  name: SafeName,
  sends: readonly Send[],
  service: ServiceClient,
  { application, user }: Readonly<Record<'application' | 'user', AccessToken | null>>,
  signal: AbortSignal,
): Promise<EndpointReport> => {
  const { add, end } = startReport(operationOf(name));
  const tryAs = async (token: AccessToken | null, some: readonly Send[]): Promise<readonly Attempt<unknown>[]> => {
    const call = examined(service.bind({ signal, token }), add);
    const attempts: Attempt<unknown>[] = [];
    if (token !== null) for (const send of some) attempts.push(await attempt(() => send(call, add)));
    return attempts;
  };

  if (application === null && user === null) return end('skipped', 'there is no token');
  if (sends.length === 0) return end('skipped', 'no id is known to call it with');
  const isPublic = endpoints[name].access === 'public';
  // Of a user's endpoint one call as the application is enough, unless there is no user to make the others.
  const asApplication = await tryAs(application, isPublic || user === null ? sends : sends.slice(0, 1));
  addAccess(name, asApplication, add);
  if (!isPublic && user === null && asApplication.every(isRefused))
    return end('skipped', 'needs a user: give --username');
  const isEnough = user === null || (isPublic && asApplication.some(({ ok }) => ok));
  const attempts = isEnough ? asApplication : await tryAs(user, sends);
  const failures = new Set(attempts.flatMap((each) => (each.ok ? [] : [each.text])));
  if (failures.size === 0) return end('ok');
  return end('failed', `${attempts.some(({ ok }) => ok) ? 'at times ' : ''}${[...failures].join(', ')}`);
};

/** Probes a service. A call that fails is part of its report; no response of a service makes this fail. */
export const probeService = async (options: ProbeOptions): Promise<readonly EndpointReport[]> => {
  const { transport, tokenParams, signal } = options;
  const transports: AsyncDisposable[] = [];
  const clientWith = (tokenHeader: string, params = tokenParams): ServiceClient => {
    const opened = createTransport({ ...transport, tokenHeader });
    transports.push(opened);
    return createServiceClient({ transport: opened, tokenParams: params, log: createLog('silent') });
  };
  const { add, end } = startReport(operationOf('requestToken'));
  try {
    const usual = clientWith(transport.tokenHeader);
    const unusual = clientWith(transport.tokenHeader, tokenParams === 'form' ? 'headers' : 'form');
    const { failure, ...tokens } = await signIn([usual, unusual], options, signal, add);
    const token = tokens.user ?? tokens.application;
    const tryIn = (header: string) => attempt(() => listSections(clientWith(header).bind({ signal, token })));
    const service = token === null ? usual : clientWith(await findTokenHeader(transport.tokenHeader, tryIn, add));
    const sendsOf = await planCalls(service.bind({ signal, token }));
    const reports: EndpointReport[] = [];
    for (let at = 0; at < safeNames.length; at += ENDPOINTS_AT_ONCE) {
      const names = safeNames.slice(at, at + ENDPOINTS_AT_ONCE);
      const probing = names.map((name) => probeEndpoint(name, sendsOf(name), service, tokens, signal));
      reports.push(...(await Promise.all(probing)));
    }
    return [end(failure === null ? 'ok' : 'failed', failure), ...reports];
  } finally {
    for (const each of transports) await each[Symbol.asyncDispose]();
  }
};
