/** `GET /invoices/{orderId}?kind=`: an invoice of the caller as a PDF. */
import type { IncomingMessage } from 'node:http';
import type { Logger } from '../../log/logger.ts';
import { hasCode } from '../../rest/call/failure.ts';
import type { ServiceClient } from '../../rest/client.ts';
import { type InvoiceKey, readInvoice } from '../../rest/endpoints/payments.ts';
import { badRequest } from '../errors/graphql-errors.ts';
import type { ClientIdentity } from '../http/client-identity.ts';
import { type Route, queryOf } from '../http/router.ts';
import type { OperationScope } from '../operation/operation-scope.ts';
import { INVOICE_PATH, invoiceKindNames, readInvoiceAddress } from '../schema/account/invoice.ts';
import type { BeginOperation } from './begin-operation.ts';
import { sendFailure, sendProblem } from './failure.ts';

interface InvoiceRouteOptions {
  readonly service: ServiceClient;
  readonly beginOperation: BeginOperation;
  readonly log: Logger;
}

/** @throws GraphQLError BAD_REQUEST */
const readKey = (request: IncomingMessage, digits: string): InvoiceKey => {
  const key = readInvoiceAddress(digits, queryOf(request));
  if (typeof key === 'string') throw badRequest('BAD_REQUEST', key);
  return key;
};

const headersFor = ({ orderId, kind }: InvoiceKey, size: number): Record<string, string | number> => ({
  'Content-Type': 'application/pdf',
  'Content-Disposition': `inline; filename="${invoiceKindNames[kind]}-${orderId}.pdf"`,
  'Content-Length': size,
});

/** Tries once more with a renewed session where the service refused the token. @throws what went wrong before, or the end of the session */
const renewAndRetry = async <Result>(
  error: unknown,
  scope: OperationScope,
  attempt: () => Promise<Result>,
): Promise<Result> => {
  if (!hasCode(error, 'UNAUTHENTICATED') || !(await scope.renewSession())) throw error;
  return attempt();
};

/** Serves invoices. Without a token nothing is asked of the service. */
export const invoiceRoute = ({ service, beginOperation, log }: InvoiceRouteOptions): Route<ClientIdentity> => ({
  path: INVOICE_PATH,
  methods: ['GET'],
  handle: async (request, response, client, digits) => {
    const scope = beginOperation(request, response, client, { kind: 'document', name: `GET ${INVOICE_PATH}` }, null);
    const { requestId, record, signal } = scope;
    try {
      const key = readKey(request, digits);
      const open = () => readInvoice(service.bind({ token: client.readToken(), ...scope.callScope }), key);
      const document = await open().catch((error: unknown) => renewAndRetry(error, scope, open));
      if (document === null) {
        sendProblem(response, 404, 'NOT_FOUND', 'The invoice was not found.', requestId);
        return;
      }
      response.writeHead(200, headersFor(key, document.length)).end(document);
    } catch (error) {
      if (!signal.aborted) sendFailure(response, error, { requestId, record, log });
    }
  },
});
