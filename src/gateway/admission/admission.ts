/** Decides whether a request is let in, before its body is read: by the rate of its address, the load of the gateway, and the rate of its token. */
import { IncomingMessage } from 'node:http';
import { TOO_BUSY } from '../errors/graphql-errors.ts';
import type { ClientIdentity } from '../http/client-identity.ts';
import type { GatewayResponse } from '../http/gateway-response.ts';
import { hasBody, type Refusal, sendRefusal } from '../http/refusal.ts';
import { type RequestHead, pathOf } from '../http/router.ts';
import type { RefusalLimit } from '../observability/metrics/server-load.ts';
import type { LoadShedder } from './overload.ts';
import type { ExceededRate, RequestLimits } from './request-rates.ts';

interface AdmissionOptions {
  readonly overload: LoadShedder;
  readonly countAddress: RequestLimits['countAddress'];
  readonly countToken: RequestLimits['countToken'];
  /** Called for every request that is refused for load, with whose it is. */
  readonly onRefusal: (limit: RefusalLimit, caller?: string) => void;
}

/** Counts a request as under way, or responds to it. */
export type Start = (request: RequestHead, response: GatewayResponse) => boolean;

/** A client that sends a body slowly has its own limits, and takes nobody's place: a request is under way when its body is there. */
const waitsForBody = (request: RequestHead): request is IncomingMessage =>
  request instanceof IncomingMessage && request.method === 'POST' && hasBody(request);

/** Those who watch over the gateway want to know most when it has too much to do. */
const alwaysAdmitted: ReadonlySet<string> = new Set(['/livez', '/readyz', '/metrics']);

const overloaded: Refusal = {
  status: 503,
  code: 'OVERLOADED',
  message: TOO_BUSY,
  retryAfterS: 1,
};

/** Creates the decision. */
export const createAdmission = ({ overload, countAddress, countToken, onRefusal }: AdmissionOptions) => {
  /** Returns whether the load lets a request in; it is answered when not. */
  const hasCapacity = (request: RequestHead, response: GatewayResponse): boolean => {
    const reason = overload.reason(response.places);
    if (reason === null) return true;
    onRefusal(reason, response.places?.caller);
    sendRefusal(request, response, overloaded);
    return false;
  };

  const start: Start = (request, response) => {
    if (response.isUnderWay) return true;
    // Of many requests one behind the other, the first may have cost all of them their connection; and a client that was told
    // that its request came too late takes it that nothing was run.
    if (!request.socket.writable) return false;
    if (!hasCapacity(request, response)) return false;
    overload.enter(response);
    return true;
  };

  const isWithin = (request: RequestHead, response: GatewayResponse, exceeded: ExceededRate | null): boolean => {
    if (exceeded !== null) sendRefusal(request, response, { status: 429, code: 'RATE_LIMITED', ...exceeded });
    return exceeded === null;
  };

  return {
    /** Lets a request in by its address, before a cookie is opened, which costs far more than to refuse it. `false`: it has been answered. */
    admitAddress: (request: RequestHead, response: GatewayResponse, client: ClientIdentity): boolean => {
      if (alwaysAdmitted.has(pathOf(request))) return true;
      response.network = client.network;
      return isWithin(request, response, countAddress(request, client));
    },
    /** Lets a request in by its head, its session being open. `false`: it has been answered, or nobody waits for the response any more. */
    admit: (request: RequestHead, response: GatewayResponse, client: ClientIdentity): boolean => {
      if (alwaysAdmitted.has(pathOf(request))) return true;
      // By network where that is known: one may have any number of tokens, and some places are for whoever has none.
      response.places = overload.placesOf(client.network ?? client.caller);
      if (!hasCapacity(request, response)) return false;
      // It may have waited for its session.
      if (request.socket.destroyed) return false;
      return isWithin(request, response, countToken(client));
    },
    /** Lets a request begin that was let in: from here on it is under way, unless its body is still to come. `false`: it has been answered. */
    begin: (request: RequestHead, response: GatewayResponse): boolean =>
      alwaysAdmitted.has(pathOf(request)) || waitsForBody(request) || start(request, response),
    /** Lets a request in whose body is there now: from here on it is under way. `false`: it has been answered. */
    start,
  };
};
