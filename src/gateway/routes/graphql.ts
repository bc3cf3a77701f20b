/** `/graphql`: operations for programs, GraphiQL for browsers. */
import { createYoga } from 'graphql-yoga';
import type { Logger } from '../../log.ts';
import { createContext, type GatewayContext, type GatewayServices } from '../context.ts';
import { crossSiteProblem, isJson } from '../cross-site.ts';
import { createDocumentCache } from '../document-cache.ts';
import { errorCodes } from '../errors.ts';
import { createGraphiqlPage, type GraphiqlOptions, wantsPage } from '../graphiql/page.ts';
import { type Route, sendJson } from '../http-router.ts';
import { readToken } from '../identity.ts';
import type { OperationObserver } from '../observation/operation-observer.ts';
import { operationLimits } from '../operation-limits/limits.ts';
import { OperationScope } from '../operation-scope.ts';
import { type CallLimit, useCallLimit } from '../plugins/use-call-limit.ts';
import { useCredentialRules } from '../plugins/use-credential-rules.ts';
import { type Deadlines, useDeadline } from '../plugins/use-deadline.ts';
import { useErrorContract } from '../plugins/use-error-contract.ts';
import { useMultipart } from '../plugins/use-multipart.ts';
import { useOperationLimits } from '../plugins/use-operation-limits.ts';
import { useRequestRecord, useResultRecord } from '../plugins/use-operation-record.ts';
import { useUpstreamTrace } from '../plugins/use-upstream-trace.ts';
import { ASSUMED_SECTIONS, type PlanFacts } from '../pricing/plan-operation.ts';
import { requestIdOf } from '../request-id.ts';
import { schema } from '../schema.ts';
import type { ServerContext } from '../server-context.ts';
import { UpstreamTrace } from '../upstream-trace.ts';
import { handleMultipart, isMultipart } from './multipart.ts';

/** How operations are served. */
export interface GraphqlRouteOptions {
  readonly services: GatewayServices;
  readonly deadlines: Deadlines;
  readonly callLimit: CallLimit;
  readonly maxBodyBytes: number;
  /** Null when browsers get no GraphiQL. */
  readonly graphiql: GraphiqlOptions | null;
  readonly observer: OperationObserver;
  readonly log: Logger;
}

const factsOf = ({ sharedLists }: GatewayServices): PlanFacts => ({
  sectionCount: sharedLists.sections.peek('all')?.entries.length ?? ASSUMED_SECTIONS,
});

/** Serves operations. */
export const graphqlRoute = ({
  services,
  deadlines,
  callLimit,
  maxBodyBytes,
  graphiql,
  observer,
  log,
}: GraphqlRouteOptions): Route => {
  const yoga = createYoga<ServerContext, GatewayContext>({
    schema,
    context: ({ request, scope }) =>
      createContext({ services, scope, token: readToken((name) => request.headers.get(name)) }),
    plugins: [
      useRequestRecord(),
      useOperationLimits(operationLimits),
      useCredentialRules(),
      useMultipart(),
      useDeadline(deadlines),
      useCallLimit(callLimit, () => factsOf(services)),
      useUpstreamTrace(),
      useErrorContract(log),
      useResultRecord(),
    ],
    parserAndValidationCache: createDocumentCache(),
    maxRequestBodySize: maxBodyBytes,
    maskedErrors: false,
    graphiql: false,
    landingPage: false,
    multipart: false,
    cors: false,
    logging: false,
  });
  const sendPage = graphiql === null ? null : createGraphiqlPage(graphiql);
  return {
    path: '/graphql',
    methods: ['GET', 'POST'],
    handle: async (request, response) => {
      if (sendPage !== null && wantsPage(request)) return sendPage(response);
      const wantsTrace = request.headers['x-upstream-trace'] === 'true';
      const scope = new OperationScope(
        requestIdOf(request.headers['x-request-id']),
        request.socket.remoteAddress ?? '',
        wantsTrace ? new UpstreamTrace(performance.now()) : null,
      );
      response.setHeader('x-request-id', scope.requestId);
      observer.follow(scope, request, response);
      response.once('close', () => {
        scope.finish();
        if (!response.writableFinished) scope.abandon();
      });
      const refused = crossSiteProblem(request);
      if (refused !== null) {
        const { requestId } = scope;
        const extensions = { code: 'BAD_REQUEST', retryable: errorCodes.BAD_REQUEST.retryable, requestId };
        scope.record.noteError(extensions);
        return sendJson(response, refused.status, { errors: [{ message: refused.message, extensions }] });
      }
      // The GraphQL server knows the type of JSON in lower case only.
      if (isJson(request)) request.headers['content-type'] = 'application/json';
      if (!isMultipart(request)) {
        await yoga(request, response, { scope, multipart: null });
        return;
      }
      await handleMultipart(request, response, {
        run: async (asked, multipart) => yoga.fetch(asked, { scope, multipart }),
        maxFieldBytes: maxBodyBytes,
        requestId: scope.requestId,
        record: scope.record,
        log,
      });
    },
  };
};
