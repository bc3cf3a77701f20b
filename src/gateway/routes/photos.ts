/** `POST /listings/{id}/photos`: adds a photo to a listing, for programs that have a file and no GraphQL client. */
import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { type Int64, parseInt64 } from '../../json/int64.ts';
import type { Logger } from '../../log/logger.ts';
import { failureIn, kindOf } from '../../rest/call/failure.ts';
import { ClientGoneError, badRequest, sessionRenewed, tokenMissing } from '../errors/graphql-errors.ts';
import { OperationContext } from '../execution/operation-context.ts';
import type { ClientIdentity } from '../http/client-identity.ts';
import { respondEarly } from '../http/refusal.ts';
import { type Route, pathOf } from '../http/router.ts';
import { keyedUpload, readIdempotencyKey } from '../idempotency/idempotency-key.ts';
import type { Idempotency } from '../idempotency/idempotency.ts';
import type { OperationScope } from '../operation/operation-scope.ts';
import type { GatewayServices } from '../schema/core/context.ts';
import { countPayload } from '../schema/core/user-error.ts';
import { type AddedPhoto, addPhoto } from '../schema/listing-mutations/listing-photos.ts';
import { urlOfSize } from '../schema/listing/photo.ts';
import { UPLOAD_MS } from '../stages/deadline.ts';
import { replayedHeader } from '../stages/once-for-each-key.ts';
import { type BeginPhoto, readPhotoRequest } from '../uploads/photo-intake.ts';
import type { BeginOperation } from './begin-operation.ts';
import { failureOf } from './failure.ts';

const PHOTOS_PATH = '/listings/{id}/photos';

interface PhotosRouteOptions {
  readonly services: GatewayServices;
  readonly idempotency: Idempotency;
  readonly beginOperation: BeginOperation;
  readonly beginPhoto: BeginPhoto;
  readonly log: Logger;
}

/** @throws GraphQLError BAD_REQUEST */
const readId = (digits: string): Int64 => {
  const id = parseInt64(digits);
  if (id === null) throw badRequest('BAD_REQUEST', 'The number of a listing is a 64-bit integer.');
  return id;
};

/** A response of the route, as it is sent and kept. */
const photoResponse = z.object({ status: z.number(), body: z.record(z.string(), z.unknown()) });

type PhotoResponse = z.infer<typeof photoResponse>;

const responseFor = ({ photo, refusal }: AddedPhoto, requestId: string): PhotoResponse => {
  if (refusal !== null) {
    const { code, message } = refusal;
    return { status: code === 'NOT_FOUND' ? 404 : 422, body: { code, message, requestId, retryable: false } };
  }
  const [url, thumbnailUrl] = photo === null ? [null, null] : [urlOfSize(photo, 0), urlOfSize(photo, 1)];
  return { status: 201, body: { index: photo?.index ?? null, url, thumbnailUrl } };
};

/** Adds the photo, unless the key of the request says that it was added before: then the response is that of the first time. */
const respond = async (
  { services, idempotency, beginPhoto }: Omit<PhotosRouteOptions, 'beginOperation' | 'log'>,
  scope: OperationScope,
  request: IncomingMessage,
  id: Int64,
): Promise<{ readonly isReplayed: boolean; readonly sent: PhotoResponse }> => {
  const key = readIdempotencyKey(scope.idempotencyKey);
  const context = new OperationContext(services, scope);
  using photo = beginPhoto(request, scope.client);
  const giveUp = (): void => {
    // The call of one that has come in ends by itself, and says what became of it.
    if (!photo.isWhole) photo.refuse(new ClientGoneError('Nobody waits for the photo.'));
  };
  scope.signal.addEventListener('abort', giveUp, { once: true });
  await readPhotoRequest(request, photo);
  scope.place.take();
  const kept = key === null ? null : await idempotency.claim(scope, keyedUpload(key, pathOf(request), photo));
  if (kept !== null) return { isReplayed: true, sent: photoResponse.parse(JSON.parse(kept)) };
  const added = await addPhoto(context, id, photo);
  countPayload('uploadListingPhoto', added.refusal === null ? [] : [added.refusal], context);
  return { isReplayed: false, sent: responseFor(added, scope.requestId) };
};

/** What an upload failed for; that of a session whose token was refused may be sent again, once the session is renewed. */
const afterRenewal = async (error: unknown, scope: OperationScope): Promise<unknown> => {
  if (kindOf(error) !== 'token_rejected') return error;
  try {
    return (await scope.renewSession()) ? sessionRenewed() : error;
  } catch (problem) {
    return problem;
  }
};

/**
 * Serves uploads. The body is the photo itself or a form with one file, within the same limits as `uploadListingPhoto`. Without a token nothing is read and nothing is asked of the service.
 */
export const photosRoute = ({ beginOperation, log, ...adding }: PhotosRouteOptions): Route<ClientIdentity> => ({
  path: PHOTOS_PATH,
  methods: ['POST'],
  handle: async (request, response, client, digits) => {
    const scope = beginOperation(request, response, client, { kind: 'upload', name: `POST ${PHOTOS_PATH}` }, null);
    const { requestId, record, signal } = scope;
    scope.bringsFile = true;
    scope.startDeadline(UPLOAD_MS);
    scope.keepDeadline();
    try {
      const id = readId(digits);
      if (client.readToken() === null) throw tokenMissing();
      const { sent, isReplayed } = await respond(adding, scope, request, id);
      await scope.claim?.end({ text: JSON.stringify(sent), isUnknown: false });
      const { status, body } = sent;
      if (!response.destroyed)
        respondEarly(response, status, body, isReplayed ? Object.entries(replayedHeader).flat() : []);
    } catch (error) {
      // What a call says of its end is more than that the time was up.
      const cause =
        signal.aborted && failureIn(error) === null ? (signal.reason ?? error) : await afterRenewal(error, scope);
      const { status, headers, body } = failureOf(cause, { requestId, record, log });
      const text = JSON.stringify({ status, body: { ...body, retryable: false } } satisfies PhotoResponse);
      await scope.claim?.end({ text, isUnknown: body.code === 'RESULT_UNKNOWN' });
      if (response.destroyed) return;
      // The rest of the photo is not worth waiting for.
      if (!request.complete) response.setHeader('Connection', 'close');
      respondEarly(response, status, body, headers);
    } finally {
      scope.finish();
    }
  },
});
