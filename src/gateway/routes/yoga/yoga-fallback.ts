/** Yoga behind `/graphql`: operations by GET and as multipart forms, and JSON that is no GraphQL request. */
import type { IncomingMessage } from 'node:http';
import { createYoga } from 'graphql-yoga';
import type { Logger } from '../../../log/logger.ts';
import type { RunOperation } from '../../execution/run-operation.ts';
import { schema } from '../../schema/schema.ts';
import type { TrustedDocuments } from '../../trusted-documents/store.ts';
import { sendOperationFailure } from '../failure.ts';
import type { GraphqlFallback, PendingOperation } from '../graphql-fallback.ts';
import { fetchRequestOf, sendFetchResponse } from './fetch-request.ts';
import { readMultipartRequest } from './multipart-request.ts';
import { readQueryParameters } from './query-parameters.ts';
import { useLookupCaching } from './use-lookup-caching.ts';
import { useOperationRunner } from './use-operation-runner.ts';
import { useTrustedDocuments } from './use-trusted-documents.ts';
import type { ServerContext } from './yoga-context.ts';

/** Options of the fallback. */
export interface YogaFallbackOptions {
  readonly run: RunOperation;
  readonly trustedDocuments: TrustedDocuments;
  /** Time for which clients may cache lookups that they got by GET with a trusted document, in seconds. */
  readonly lookupMaxAgeS: number;
  /** Largest part of a form beside its file. */
  readonly maxBodyBytes: number;
  readonly log: Logger;
}

/** Creates the fallback that Yoga serves. */
export const createYogaFallback = ({
  run,
  trustedDocuments,
  lookupMaxAgeS,
  maxBodyBytes,
  log,
}: YogaFallbackOptions): GraphqlFallback => {
  const yoga = createYoga<ServerContext>({
    schema,
    plugins: [useTrustedDocuments(trustedDocuments), useOperationRunner(run, log), useLookupCaching(lookupMaxAgeS)],
    // Bodies are read, and bounded, before Yoga sees them.
    maxRequestBodySize: false,
    parserAndValidationCache: false,
    maskedErrors: false,
    graphiql: false,
    landingPage: false,
    multipart: false,
    cors: false,
    logging: false,
  });

  const respond = async (
    { request, response, scope, type }: PendingOperation,
    readParameters: () => object,
    bringsFile: boolean,
  ): Promise<void> => {
    const fetched = await yoga.fetch(fetchRequestOf(request, type), { scope, readParameters, bringsFile });
    return sendFetchResponse(request, response, fetched);
  };

  const serveForm = async (pending: PendingOperation<IncomingMessage>): Promise<void> => {
    const { request, response, scope } = pending;
    try {
      const parameters = await readMultipartRequest(request, maxBodyBytes);
      await respond(pending, () => parameters, true);
    } catch (error) {
      if (response.destroyed) return;
      // What is still to come is not worth waiting for.
      response.setHeader('Connection', 'close');
      sendOperationFailure(response, error, { requestId: scope.requestId, record: scope.record, log });
    }
  };

  return {
    serve: (pending) =>
      pending.request.method === 'POST'
        ? serveForm(pending)
        : respond(pending, () => readQueryParameters(pending.request), false),
    serveParameters: (pending, readParameters) => respond(pending, readParameters, false),
  };
};
