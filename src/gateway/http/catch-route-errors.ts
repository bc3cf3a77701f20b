/** Errors of routes: they neither end the process nor reach a client. */
import type { Logger } from '../../log/logger.ts';
import type { GatewayRequest } from '../connections/gateway-request.ts';
import { ClientGoneError } from '../errors/ended-early.ts';
import type { GatewayResponse } from './node-response.ts';
import { sendJson } from './router.ts';

/** Handles requests with `handle`; when that fails, logs the error and responds with 500. */
export const catchRouteErrors =
  (handle: (request: GatewayRequest, response: GatewayResponse) => Promise<void>, log: Logger) =>
  (request: GatewayRequest, response: GatewayResponse): void => {
    handle(request, response).catch((error: unknown) => sendRouteError(response, error, log));
  };

const sendRouteError = (response: GatewayResponse, error: unknown, log: Logger): void => {
  if (error instanceof ClientGoneError) {
    log.debug('A client cut its request off.');
    response.destroy();
    return;
  }
  log.error({ err: error }, 'A route failed.');
  if (response.headersSent) response.destroy();
  else sendJson(response, 500, { message: 'Something went wrong in the gateway. It has been logged.' });
};
