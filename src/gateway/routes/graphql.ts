/** `/graphql`: operations for programs, GraphiQL for browsers. */
import { createYoga } from 'graphql-yoga';
import type { Logger } from '../../log.ts';
import type { GatewayServices } from '../context.ts';
import { crossSiteProblem, isJson } from '../cross-site.ts';
import { errorCodes } from '../errors.ts';
import { createGraphiqlPage, type GraphiqlOptions, wantsPage } from '../graphiql/page.ts';
import { type Route, sendJson } from '../http-router.ts';
import { type CallLimit, createOperationRunner, type Deadlines } from '../operation/run-operation.ts';
import { operationLimits } from '../operation-limits/limits.ts';
import { OperationScope } from '../operation-scope.ts';
import { useOperationRunner } from '../plugins/use-operation-runner.ts';
import { ASSUMED_SECTIONS, type PlanFacts } from '../pricing/plan-operation.ts';
import { requestIdOf } from '../request-id.ts';
import { schema } from '../schema.ts';
import type { ServerContext } from '../server-context.ts';
import { UpstreamTrace } from '../upstream-trace.ts';
import { fetchRequestOf, sendFetchAnswer } from './fetch-request.ts';
import { createJsonOperationHandler } from './json-operation.ts';
import { handleMultipart } from './multipart.ts';

/** How operations are served. */
export interface GraphqlRouteOptions {
  readonly services: GatewayServices;
  readonly deadlines: Deadlines;
  readonly callLimit: CallLimit;
  readonly maxBodyBytes: number;
  /** Null when browsers get no GraphiQL. */
  readonly graphiql: GraphiqlOptions | null;
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
  log,
}: GraphqlRouteOptions): Route => {
  const run = createOperationRunner({
    schema,
    services,
    limits: operationLimits,
    callLimit,
    deadlines,
    readFacts: () => factsOf(services),
  });
  const yoga = createYoga<ServerContext>({
    schema,
    plugins: [useOperationRunner(run, log)],
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
  const answerJson = createJsonOperationHandler({
    run,
    maxBodyBytes,
    answerOdd: (asked, scope) => yoga.fetch(asked, { scope, multipart: null }),
    log,
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
      response.once('close', () => {
        scope.finish();
        if (!response.writableFinished) scope.abandon();
      });
      const refused = crossSiteProblem(request);
      if (refused !== null) {
        const { requestId } = scope;
        const extensions = { code: 'BAD_REQUEST', retryable: errorCodes.BAD_REQUEST.retryable, requestId };
        return sendJson(response, refused.status, { errors: [{ message: refused.message, extensions }] });
      }
      if (request.method === 'GET') {
        const asked = fetchRequestOf(request, null);
        return sendFetchAnswer(request, response, await yoga.fetch(asked, { scope, multipart: null }));
      }
      if (isJson(request)) return answerJson(request, response, scope);
      await handleMultipart(request, response, {
        run: async (asked, multipart) => yoga.fetch(asked, { scope, multipart }),
        maxFieldBytes: maxBodyBytes,
        requestId: scope.requestId,
        log,
      });
    },
  };
};
