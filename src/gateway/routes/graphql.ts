/** `/graphql`: operations for programs, GraphiQL for browsers. */
import { createYoga } from 'graphql-yoga';
import type { HttpResponse, RequestHead } from '../../http1/message.ts';
import type { FastPathRequest } from '../../http1/request.ts';
import type { Logger } from '../../log/logger.ts';
import type { Start } from '../admission/admission.ts';
import { errorCodes } from '../errors/graphql-errors.ts';
import {
  type CallLimit,
  createOperationRunner,
  type Deadlines,
  type OperationRunnerOptions,
} from '../execution/run-operation.ts';
import { createGraphiqlPage, type GraphiqlOptions, wantsPage } from '../graphiql/page.ts';
import { isJson } from '../http/csrf.ts';
import { answerEarly } from '../http/early-response.ts';
import { requestIdOf } from '../http/request-id.ts';
import type { Route } from '../http/router.ts';
import type { OperationObserver } from '../observability/operation-observer.ts';
import type { LargeResponses } from '../operation/large-responses.ts';
import type { OperationScheduler } from '../operation/operation-scheduler.ts';
import { OperationScope } from '../operation/operation-scope.ts';
import type { ResponseLimits } from '../operation/response-size.ts';
import { UpstreamTrace } from '../operation/upstream-trace.ts';
import type { GatewayServices } from '../schema/core/context.ts';
import { schema } from '../schema/schema.ts';
import { documentRules } from '../trusted-documents/examine-documents.ts';
import type { TrustedDocuments } from '../trusted-documents/store.ts';
import { type AnsweredRequest, type AnswerParameters, createJsonOperationHandler } from './json-operation.ts';
import { handleMultipart } from './multipart.ts';
import { readOperationMedia } from './operation-media.ts';
import { readQueryParameters } from './query-parameters.ts';
import { readBody } from './request-body.ts';
import { useLookupCaching } from './yoga/use-lookup-caching.ts';
import { useOperationRunner } from './yoga/use-operation-runner.ts';
import { useTrustedDocuments } from './yoga/use-trusted-documents.ts';
import type { ServerContext } from './yoga/yoga-context.ts';
import { fetchRequestOf, sendFetchAnswer } from './yoga-request.ts';

/** How operations are served. */
export interface GraphqlRouteOptions {
  readonly services: GatewayServices;
  readonly deadlines: Deadlines;
  readonly callLimit: CallLimit;
  readonly responseLimits: ResponseLimits;
  readonly largeResponses: readonly LargeResponses[];
  readonly turns: OperationScheduler;
  readonly isGroupFull: OperationRunnerOptions['isGroupFull'];
  readonly onGroupFull: OperationRunnerOptions['onGroupFull'];
  readonly maxBodyBytes: number;
  /** Null when browsers get no GraphiQL. */
  readonly graphiql: GraphiqlOptions | null;
  readonly trustedDocuments: TrustedDocuments;
  /** Whether clients may ask for the schema. */
  readonly introspection: boolean;
  /** Whether clients may ask what an operation asked of the service. */
  readonly upstreamTrace: boolean;
  /** How long clients may keep lookups that they got by GET with a trusted document, in seconds. */
  readonly lookupMaxAgeS: number;
  readonly observer: OperationObserver;
  /** Lets in what has been read, or answers it. */
  readonly start: Start;
  readonly log: Logger;
}

/** The route of operations. */
export interface GraphqlRoute extends Route {
  /** Answers a request of the fast path. */
  readonly handleFast: (request: FastPathRequest, response: HttpResponse) => void | Promise<void>;
}

/** Serves operations. */
export const graphqlRoute = ({
  services,
  deadlines,
  callLimit,
  responseLimits,
  largeResponses,
  turns,
  isGroupFull,
  onGroupFull,
  maxBodyBytes,
  graphiql,
  trustedDocuments,
  introspection,
  upstreamTrace,
  lookupMaxAgeS,
  observer,
  start,
  log,
}: GraphqlRouteOptions): GraphqlRoute => {
  const run = createOperationRunner({
    services,
    rules: documentRules({ introspection }),
    findTrusted: (text) => {
      const document = trustedDocuments.findByText(text);
      return document === undefined ? null : trustedDocuments.prepare(document);
    },
    hidesSchema: !introspection,
    callLimit,
    responseLimits,
    largeResponses,
    deadlines,
    turns,
    isGroupFull,
    onGroupFull,
  });
  const yoga = createYoga<ServerContext>({
    schema,
    plugins: [useTrustedDocuments(trustedDocuments), useOperationRunner(run, log), useLookupCaching(lookupMaxAgeS)],
    // Bodies are read, and bounded, before the GraphQL server sees them.
    maxRequestBodySize: false,
    parserAndValidationCache: false,
    maskedErrors: false,
    graphiql: false,
    landingPage: false,
    multipart: false,
    cors: false,
    logging: false,
  });
  const answerBy =
    (bringsFile: boolean): AnswerParameters =>
    async ({ request, response, scope, type }, readParameters) => {
      const answer = await yoga.fetch(fetchRequestOf(request, type), { scope, readParameters, bringsFile });
      return sendFetchAnswer(request, response, answer);
    };
  const answerParameters = answerBy(false);
  const answerFile = answerBy(true);
  const answerJson = createJsonOperationHandler({
    run,
    trustedDocuments,
    answerOdd: answerParameters,
    maxBodyBytes,
    log,
  });
  const sendPage = graphiql === null ? null : createGraphiqlPage({ ...graphiql, upstreamTrace });

  /** Begins to follow an operation; null when the request is answered already, because it is refused by its headers. */
  const begin = (request: RequestHead, response: HttpResponse): AnsweredRequest | null => {
    const wantsTrace = upstreamTrace && request.headers['x-upstream-trace'] === 'true';
    const scope = new OperationScope(
      requestIdOf(request.headers['x-request-id']),
      services.readAddress(request),
      wantsTrace ? new UpstreamTrace(performance.now()) : null,
    );
    response.requestId = scope.requestId;
    observer.follow(scope, request, response);
    const { type, refused } = readOperationMedia(request);
    if (refused === null) return { request, response, scope, type };
    const { requestId } = scope;
    const extensions = { code: 'BAD_REQUEST', retryable: errorCodes.BAD_REQUEST.retryable, requestId };
    scope.record.noteError(extensions);
    answerEarly(response, refused.status, { errors: [{ message: refused.message, extensions }] });
    return null;
  };

  /** A large response has its place until it is written. */
  const leaveAfter = ({ scope }: AnsweredRequest, answering: void | Promise<void>): void | Promise<void> => {
    if (answering instanceof Promise) return answering.finally(() => scope.size?.leave());
    scope.size?.leave();
  };

  return {
    path: '/graphql',
    methods: ['GET', 'POST'],
    handleFast: (request, response) => {
      const asked = begin(request, response);
      if (asked === null) return;
      return leaveAfter(asked, answerJson(asked, request.body.length > maxBodyBytes ? null : request.body));
    },
    handle: async (request, response) => {
      if (sendPage !== null && wantsPage(request)) return sendPage(request, response);
      if (request.method === 'POST' && isJson(request) && readOperationMedia(request).refused === null) {
        const body = await readBody(request, maxBodyBytes);
        // A body that is too large costs nothing, whatever of it is still to come.
        if (body !== null && !start(request, response)) return;
        const asked = begin(request, response);
        return asked === null ? undefined : leaveAfter(asked, answerJson(asked, body));
      }
      const asked = begin(request, response);
      if (asked === null) return;
      if (request.method !== 'POST') {
        return leaveAfter(
          asked,
          answerParameters(asked, () => readQueryParameters(request)),
        );
      }
      const { scope } = asked;
      return handleMultipart(request, response, {
        run: async (multipart) =>
          leaveAfter(
            asked,
            answerFile(asked, () => multipart),
          ),
        maxFieldBytes: maxBodyBytes,
        requestId: scope.requestId,
        record: scope.record,
        log,
      });
    },
  };
};
