/** `POST /listings/{id}/photos`: adds a photo to a listing, for programs that have a file and no GraphQL client. */

import type { HttpResponse } from '../../http1/message.ts';
import { type Int64, parseInt64 } from '../../json/int64.ts';
import type { Logger } from '../../log/logger.ts';
import { badRequest, tokenMissing } from '../errors/graphql-errors.ts';
import { UPLOAD_MS } from '../execution/execution-limits.ts';
import { createContext } from '../execution/operation-context.ts';
import type { ClientIdentity } from '../http/client-identity.ts';
import { type Route, sendJson } from '../http/router.ts';
import { type GatewayServices } from '../schema/core/context.ts';
import { type AddedPhoto, addPhoto } from '../schema/listing-mutations/core/add-photo.ts';
import { urlOfSize } from '../schema/listing/photo.ts';
import { readPhotoRequest } from '../uploads/photo-request.ts';
import type { BeginOperation } from './begin-operation.ts';
import { sendFailure, sendNotFound } from './failure.ts';

const PHOTOS_PATH = '/listings/{id}/photos';

/** Options of the route. */
export interface PhotosRouteOptions {
  readonly services: GatewayServices;
  readonly beginOperation: BeginOperation;
  readonly log: Logger;
}

/** @throws GraphQLError BAD_REQUEST */
const readId = (digits: string): Int64 => {
  const id = parseInt64(digits);
  if (id === null) throw badRequest('BAD_REQUEST', 'The number of a listing is a 64-bit integer.');
  return id;
};

const sendResult = (response: HttpResponse, result: AddedPhoto, requestId: string): void => {
  if (result.kind === 'refused') {
    if (result.code === 'NOT_FOUND') return sendNotFound(response, result.message, requestId);
    return sendJson(response, 422, { code: result.code, message: result.message, requestId, retryable: false });
  }
  const { photo } = result;
  return sendJson(response, 201, {
    index: photo?.index ?? null,
    url: photo === null ? null : urlOfSize(photo, 0),
    thumbnailUrl: photo === null ? null : urlOfSize(photo, 1),
  });
};

/**
 * Serves uploads. The body is the photo itself or a form with one file; it is streamed on as it comes, within the same
 * limits as `uploadListingPhoto`. Without a token nothing is read and nothing is asked of the service.
 */
export const photosRoute = ({ services, beginOperation, log }: PhotosRouteOptions): Route<ClientIdentity> => ({
  path: PHOTOS_PATH,
  methods: ['POST'],
  handle: async (request, response, client, digits) => {
    const scope = beginOperation(request, response, client, { kind: 'upload', name: `POST ${PHOTOS_PATH}` }, null);
    const { requestId, record, signal } = scope;
    scope.startDeadline(UPLOAD_MS);
    scope.keepDeadline();
    try {
      const id = readId(digits);
      const token = client.readToken();
      if (token === null) throw tokenMissing();
      const context = createContext({ services, scope, token });
      const result = await addPhoto(context, id, await readPhotoRequest(request));
      sendResult(response, result, requestId);
    } catch (error) {
      if (response.destroyed) return;
      // The rest of the photo is not worth waiting for.
      if (!request.complete) response.setHeader('Connection', 'close');
      sendFailure(response, signal.aborted ? (signal.reason ?? error) : error, { requestId, record, log });
    }
  },
});
