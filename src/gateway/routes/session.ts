/** `/session`: signing a browser in and out, for pages that never see a token. */
import { z } from 'zod';
import type { Logger } from '../../log/logger.ts';
import { InvalidCredentialInputError, Secret } from '../../rest/call/credentials.ts';
import { showSession } from '../browser-sessions/browser-session.ts';
import type { BrowserSessions } from '../browser-sessions/browser-sessions.ts';
import { badRequest, crossSiteSession } from '../errors/graphql-errors.ts';
import type { ClientIdentity } from '../http/client-identity.ts';
import { isJson } from '../http/media-type.ts';
import { type RequestHead, type Route, sendJson } from '../http/router.ts';
import type { BeginOperation } from './begin-operation.ts';
import { sendFailure, sendProblem } from './failure.ts';
import { parseJson, readUtf8 } from './request-text.ts';

const SESSION_PATH = '/session';

const MAX_BODY_BYTES = 16_384;

interface SessionRouteOptions {
  readonly sessions: BrowserSessions;
  readonly beginOperation: BeginOperation;
  readonly log: Logger;
}

const signInForm = z.object({ username: z.string().min(1), password: z.string().min(1) });

/** Serves `POST /session` (sign-in), `GET /session` (who is signed in) and `DELETE /session` (sign-out). */
export const sessionRoute = ({ sessions, beginOperation, log }: SessionRouteOptions): Route<ClientIdentity> => ({
  path: SESSION_PATH,
  methods: ['GET', 'POST', 'DELETE'],
  handle: async (request, response, client) => {
    const name = `${request.method ?? ''} ${SESSION_PATH}`;
    const scope = beginOperation(request, response, client, { kind: 'session', name }, null);
    const { requestId, record, signal } = scope;
    try {
      if (sessions.isForeign(request)) throw crossSiteSession();
      if (request.method === 'DELETE') {
        sessions.signOut(request, response);
        response.writeHead(204, []).end();
        return;
      }
      if (request.method !== 'POST') {
        const session = await sessions.read(request, response);
        return sendJson(response, 200, session === null ? null : showSession(session));
      }
      if (!sessions.canSignIn) return sendProblem(response, 503, 'APPLICATION_MISSING', APPLICATION_MISSING, requestId);
      const body = (await request.readBody(MAX_BODY_BYTES)) ? request.takeBody() : null;
      scope.place.take();
      const { username, password } = readForm(request, body);
      const credentials = { username, password: new Secret(password) };
      const callScope = {
        signal,
        requestId,
        clientAddress: scope.address,
        caller: client.network,
        onFailure: record.recordFailure,
      };
      const result = await sessions.signIn(credentials, response, callScope, client.address);
      if (result.kind === 'opened') return sendJson(response, 200, showSession(result.session));
      if (result.words !== null) return sendProblem(response, 401, 'REJECTED', result.words, requestId);
      return sendProblem(response, 401, 'INVALID_CREDENTIALS', 'The username or the password is wrong.', requestId);
    } catch (error) {
      if (response.destroyed) return;
      const failure =
        error instanceof InvalidCredentialInputError
          ? badRequest('BAD_REQUEST', `The ${error.parameter} ${error.problem}.`)
          : error;
      sendFailure(response, failure, { requestId, record, log });
    }
  },
});

const APPLICATION_MISSING =
  'This gateway has no application to sign in with: set LISTINGS_CLIENT_ID and LISTINGS_CLIENT_SECRET.';

/** @throws GraphQLError BAD_REQUEST, REQUEST_TOO_LARGE */
const readForm = (request: RequestHead, body: Buffer | null): z.infer<typeof signInForm> => {
  if (!isJson(request)) throw badRequest('BAD_REQUEST', 'Send JSON, with "Content-Type: application/json".');
  if (body === null) throw badRequest('REQUEST_TOO_LARGE', `The body is larger than ${MAX_BODY_BYTES} bytes.`);
  const form = signInForm.safeParse(parseJson(readUtf8(body) ?? '')).data;
  if (form === undefined) throw badRequest('BAD_REQUEST', 'Send an object with "username" and "password", two texts.');
  return form;
};
