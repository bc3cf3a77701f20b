/** `POST /listings/{id}/photos`: adds a photo to a listing, for programs that have a file and no GraphQL client. */

import type { HttpResponse } from '../../http1/message.ts';
import { type Int64, parseInt64 } from '../../json/int64.ts';
import type { Logger } from '../../log/logger.ts';
import { badRequest, tokenMissing } from '../errors/graphql-errors.ts';
import { createContext } from '../execution/operation-context.ts';
import { UPLOAD_MS } from '../execution/run-operation.ts';
import { headerReader, readToken } from '../http/bearer-token.ts';
import { requestIdOf } from '../http/request-id.ts';
import { type Route, sendJson } from '../http/router.ts';
import type { OperationObserver } from '../observability/operation-observer.ts';
import { OperationScope } from '../operation/operation-scope.ts';
import { type GatewayServices } from '../schema/core/context.ts';
import { urlOfSize } from '../schema/listing/photo.ts';
import { type AddedPhoto, addPhoto } from '../schema/listing-mutations/add-photo.ts';
import { readPhotoRequest } from '../uploads/photo-request.ts';
import { sendFailure, sendNotFound } from './failure.ts';

const PHOTOS_PATH = '/listings/{id}/photos';

/** What the route needs. */
export interface PhotosRouteOptions {
  readonly services: GatewayServices;
  readonly observer: OperationObserver;
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
export const photosRoute = ({ services, observer, log }: PhotosRouteOptions): Route => ({
  path: PHOTOS_PATH,
  methods: ['POST'],
  handle: async (request, response, digits) => {
    const scope = new OperationScope(requestIdOf(request.headers['x-request-id']), services.readAddress(request));
    const { requestId, record, signal } = scope;
    record.route = { kind: 'upload', name: `POST ${PHOTOS_PATH}` };
    response.requestId = requestId;
    observer.follow(scope, request, response);
    scope.startDeadline(UPLOAD_MS);
    scope.keepDeadline();
    try {
      const id = readId(digits);
      const token = readToken(headerReader(request));
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
