/** Errors of routes: they neither end the process nor reach a client. */
import type { HttpResponse, RequestHead } from '../../http1/message.ts';
import type { Logger } from '../../log/logger.ts';
import { ClientGoneError } from '../errors/ended-early.ts';
import { sendJson } from './router.ts';

/** Handles requests with `handle`; when that fails, logs the error and responds with 500. */
export const catchRouteErrors =
  <Request extends RequestHead, Response extends HttpResponse>(
    handle: (request: Request, response: Response) => void | Promise<void>,
    log: Logger,
  ) =>
  (request: Request, response: Response): void => {
    try {
      const handled = handle(request, response);
      if (handled instanceof Promise) handled.catch((error: unknown) => sendRouteError(response, error, log));
    } catch (error) {
      sendRouteError(response, error, log);
    }
  };

const sendRouteError = (response: HttpResponse, error: unknown, log: Logger): void => {
  if (error instanceof ClientGoneError) {
    log.debug('A client cut its request off.');
    response.destroy();
    return;
  }
  log.error({ err: error }, 'A route failed.');
  if (response.headersSent) response.destroy();
  else sendJson(response, 500, { message: 'Something went wrong in the gateway. It has been logged.' });
};
