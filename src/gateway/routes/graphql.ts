/** `/graphql`: operations for programs, GraphiQL for browsers. */
import { createYoga } from 'graphql-yoga';
import type { Logger } from '../../log.ts';
import { createContext, type GatewayContext, type GatewayServices } from '../context.ts';
import { badRequest } from '../errors.ts';
import { createGraphiqlPage, type GraphiqlOptions, wantsPage } from '../graphiql/page.ts';
import type { Route } from '../http-router.ts';
import { readIdentity } from '../identity.ts';
import { OperationScope } from '../operation-scope.ts';
import { type CallLimit, useCallLimit } from '../plugins/use-call-limit.ts';
import { type Deadlines, useDeadline } from '../plugins/use-deadline.ts';
import { useErrorContract } from '../plugins/use-error-contract.ts';
import { useUpstreamTrace } from '../plugins/use-upstream-trace.ts';
import { ASSUMED_SECTIONS, type PlanFacts } from '../pricing/plan-operation.ts';
import { requestIdOf } from '../request-id.ts';
import { schema } from '../schema.ts';
import type { ServerContext } from '../server-context.ts';
import { UpstreamTrace } from '../upstream-trace.ts';

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

const contextFor = (services: GatewayServices, request: Request, scope: OperationScope): GatewayContext => {
  const identity = readIdentity((name) => request.headers.get(name));
  if (identity.kind === 'unreadable') throw badRequest('BAD_REQUEST', identity.message, { status: 400 });
  return createContext({ services, scope, token: identity.kind === 'bearer' ? identity.token : null });
};

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
  const yoga = createYoga<ServerContext, GatewayContext>({
    schema,
    context: ({ request, scope }) => contextFor(services, request, scope),
    plugins: [
      useDeadline(deadlines),
      useCallLimit(callLimit, () => factsOf(services)),
      useUpstreamTrace(),
      useErrorContract(log),
    ],
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
    methods: ['GET', 'POST', 'OPTIONS'],
    handle: async (request, response) => {
      if (sendPage !== null && wantsPage(request)) return sendPage(response);
      const wantsTrace = request.headers['x-upstream-trace'] === 'true';
      const scope = new OperationScope(
        requestIdOf(request.headers['x-request-id']),
        wantsTrace ? new UpstreamTrace(performance.now()) : null,
      );
      response.setHeader('x-request-id', scope.requestId);
      response.once('close', () => {
        scope.finish();
        if (!response.writableFinished) scope.abandon();
      });
      await yoga(request, response, { scope });
    },
  };
};
