/** The client of the service: binds calls to a caller, turns endpoints of the contract into requests, and reads the replies. */
import { performance } from 'node:perf_hooks';
import { memoize } from '../concurrency/lazy.ts';
import { type CallableName, operationOf } from '../contract/endpoints.ts';
import type { Logger } from '../log/logger.ts';
import type { BodyReader, Call, ObserveDrift } from './call/call.ts';
import type { FailureReason } from './call/failure-reason.ts';
import { UpstreamFailure } from './call/failure.ts';
import type { RouteGroup } from './call/route-group.ts';
import type {
  SentCall,
  Caller,
  CallScope,
  ObservedCall,
  Route,
  ServiceReply,
  ServiceRequest,
} from './call/service-request.ts';
import { refusalWordsIn, wordsInPlace } from './decoding/refusal-words.ts';
import { NothingFoundError, UnreadableBodyError } from './decoding/unwrap.ts';
import { isRefusedRead, RefusalBodyError } from './decoding/write-result.ts';
import { buildRequest, buildTokenRequest, type PhotoBodyForm, type TokenParameters } from './request.ts';
import { RETRY_PERCENT, RetryBudget } from './retry.ts';
import { type CallSetup, reportFailure, ServiceCall, type Wait, waitForTimer } from './service-call.ts';
import { type GroupState, type ResilienceObserver, ServicePart } from './service-part.ts';
import type { Transport } from './transport.ts';

export type { Caller, CallScope, ObservedCall } from './call/service-request.ts';
export type { ApplicationCall, Call, PublicCall } from './call/call.ts';

/** How a client deals with a service that fails. */
export interface ResilienceOptions {
  /** Retries to a hundred calls, `RETRY_PERCENT` unless given; three in ten seconds are always allowed, but none when it is 0. */
  readonly retryPercent?: number;
  /** True when there are circuit breakers, the setting `UPSTREAM_BREAKER`; true unless given. */
  readonly breaker?: boolean;
  readonly observer?: ResilienceObserver;
  /** A clock in milliseconds that never goes back; `performance.now` unless given. */
  readonly now?: () => number;
  readonly random?: () => number;
  /** Waits before a retry, and while a part is down. */
  readonly wait?: Wait;
}

/** Dependencies and settings of a client. */
export interface ServiceClientOptions {
  readonly transport: Pick<Transport, 'send' | 'headersOf'>;
  /** Without it each call is tried once, whatever became of others: a failure is to be seen as it is. */
  readonly resilience?: ResilienceOptions;
  /** Form in which the token endpoint takes its parameters: the setting `LISTINGS_TOKEN_PARAMS` (assumption R3). */
  readonly tokenParams: 'headers' | 'form';
  /** Form in which the service takes photos: the setting `LISTINGS_PHOTO_BODY` (assumption R30); `multipart` unless given. */
  readonly photoBody?: PhotoBodyForm;
  readonly log: Logger;
  /** Called with every schema drift; the log has a line for the first of each kind in each operation only. */
  readonly onDrift?: ObserveDrift;
  /** Called with every call when it is over, as `observe` of its caller is. */
  readonly onCall?: (call: ObservedCall) => void;
  /** Called with the reason of every call that failed, sent or not, and of every response that could not be read. */
  readonly onFailure?: (reason: FailureReason) => void;
}

/** Whether the response to a read may be none, for all that its status says. */
const mayBeNone = ({ method, expects, group }: Route): boolean =>
  method === 'GET' && expects === 'json' && group !== 'tokens';

/** Reads a reply. @throws UpstreamFailure */
const readReply = <Result>(
  setup: CallSetup,
  { request: { route }, scope }: SentCall,
  { status, json, text }: ServiceReply,
  reader: BodyReader<Result>,
): Result => {
  const { operation, retry, group } = route;
  try {
    if (mayBeNone(route) && isRefusedRead(json)) throw new UnreadableBodyError('response');
    return reader(json, (drift) => setup.reportDrift(drift, operation), text, status);
  } catch (error) {
    if (error instanceof NothingFoundError) throw new UpstreamFailure('not_found', { operation });
    if (error instanceof RefusalBodyError) {
      const words = refusalWordsIn(error.refusal);
      const serviceMessage = words.serviceMessage ?? refusalWordsIn(json).serviceMessage;
      throw new UpstreamFailure('rejected', { operation, status, ...words, serviceMessage });
    }
    if (!(error instanceof UnreadableBodyError)) throw error;
    // A grant changes nothing that can be read again: what it uses up, its own function knows.
    const details = { operation, status, serviceMessage: error.words ?? wordsInPlace(json) };
    const isRead = retry === 'safe' || group === 'tokens';
    const failure = new UpstreamFailure(isRead ? 'unreadable' : 'result_unreadable', details);
    reportFailure(setup, scope, failure);
    throw failure;
  }
};

/** Creates the reporter of schema drift. The log has a line for the first drift of each kind in each operation only. */
const createDriftReporter = (log: Logger, onDrift: ObserveDrift | undefined): ObserveDrift => {
  const logged = new Set<string>();
  return (drift, operation) => {
    if (drift.problem === 'absent' || drift.problem === 'wrapped') return;
    onDrift?.(drift, operation);
    const kind = `${operation} ${drift.path} ${drift.problem}`;
    if (logged.has(kind)) return;
    logged.add(kind);
    log.warn({ operation, drift }, 'The service deviates from its specification.');
  };
};

/** What no call needs that is to be seen as it is. */
const none: ResilienceOptions = { retryPercent: 0, breaker: false };

/** Creates the client of the service. Its circuit breakers are closed at first. */
export const createServiceClient = ({
  transport,
  resilience = none,
  tokenParams,
  photoBody = 'multipart',
  log,
  onDrift,
  onCall,
  onFailure,
}: ServiceClientOptions) => {
  const { retryPercent = RETRY_PERCENT, breaker = true, observer = {}, now = () => performance.now() } = resilience;
  const { random = Math.random, wait = waitForTimer } = resilience;
  const setup: CallSetup = {
    send: transport.send,
    partOf: memoize((group) => new ServicePart(group, { hasBreaker: breaker, observer, log, now })),
    retries: new RetryBudget(retryPercent, now),
    observer,
    wait,
    random,
    onCall,
    onFailure,
    reportDrift: createDriftReporter(log, onDrift),
    paused: 0,
  };

  const start = <Result>(
    request: ServiceRequest,
    scope: CallScope,
    finish: (reply: ServiceReply, call: SentCall) => Result,
  ): Promise<Result> =>
    new Promise((resolve, reject) => new ServiceCall(setup, request, scope, finish, resolve, reject).send());

  const bind = (caller: Caller): Call => {
    const headers = transport.headersOf(caller.token, caller);
    return <Result>(name: CallableName, inputs: object, reader: BodyReader<Result>): Promise<Result> =>
      // What is thrown in here is what the call fails with.
      new Promise((resolve, reject) => {
        if (caller.token === null) throw new UpstreamFailure('token_missing', { operation: operationOf(name) });
        const request = buildRequest(name, inputs, headers, photoBody);
        const finish = (reply: ServiceReply, sent: SentCall) => readReply(setup, sent, reply, reader);
        new ServiceCall(setup, request, caller, finish, resolve, reject).send();
      });
  };

  return {
    /** Binds calls to a caller. */
    bind,
    /** Form in which the token endpoint takes its parameters (assumption R3). */
    tokenParams,
    /**
     * Sends the parameters of a grant to `POST /v1/token`; the functions of `tokens.ts` know what to send. Resolves with
     * any JSON body of a 2xx, and of a 4xx other than 429.
     *
     * @throws InvalidCredentialInputError when a parameter cannot be sent as it is; nothing was sent
     * @throws UpstreamFailure
     */
    sendGrant: <Result>(parameters: TokenParameters, scope: CallScope, reader: BodyReader<Result>): Promise<Result> =>
      start(buildTokenRequest(parameters, tokenParams, transport.headersOf(null, scope)), scope, (reply, sent) =>
        readReply(setup, sent, reply, reader),
      ),
    /** Sends a request as it is. @throws UpstreamFailure */
    send: (request: ServiceRequest, scope: CallScope) => start(request, scope, (reply) => reply),
    /** State of a part of the service. */
    state: (group: RouteGroup): GroupState => setup.partOf(group).state,
  };
};

/** The client of the service. It holds no token: whoever calls brings one. */
export type ServiceClient = ReturnType<typeof createServiceClient>;

/** A sender of grants, whatever it is made of. */
export type GrantSender = Pick<ServiceClient, 'sendGrant'>;
