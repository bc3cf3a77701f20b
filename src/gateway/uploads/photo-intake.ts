/**
 * Photos that come in: how one is read from its request, and how many bytes of them are held. When all is taken, photos of the network that has most
 * go, as long as nothing of them was sent: many of theirs keep out nobody else's.
 */
import type { IncomingMessage } from 'node:http';
import { badRequest, overloaded } from '../errors/graphql-errors.ts';
import type { ClientIdentity } from '../http/client-identity.ts';
import { mediaTypeOf } from '../http/media-type.ts';
import { IncomingPhoto } from './incoming-photo.ts';
import { readUpload, readFileForm } from './read-upload.ts';

const wanted =
  'Send the photo as the body, with its content type (image/jpeg, image/png, image/webp), or as the only file of multipart/form-data.';

const readBody = (request: IncomingMessage, photo: IncomingPhoto): Promise<void> =>
  new Promise((resolve, reject) => {
    photo.onRefused(reject);
    const end = (error: Error | null): void => {
      if (error !== null) reject(error);
      else {
        photo.finish();
        resolve();
      }
    };
    readUpload(request, (piece) => photo.append(piece), end);
  });

const MAX_FIELD_BYTES = 1024;

/**
 * Reads a request with its photo.
 *
 * @throws GraphQLError BAD_REQUEST, REQUEST_TOO_LARGE, or OVERLOADED when the photo is refused; ClientGoneError
 */
export const readPhotoRequest = async (request: IncomingMessage, photo: IncomingPhoto): Promise<void> => {
  const mediaType = mediaTypeOf(request.headers['content-type']);
  if (mediaType === 'multipart/form-data') return readFileForm(request, MAX_FIELD_BYTES, [], photo, () => {});
  if (mediaType.startsWith('image/')) return readBody(request, photo);
  throw badRequest('BAD_REQUEST', wanted, { status: 415 });
};

interface PhotoIntakeOptions {
  /** Most bytes of all photos together; 0 for no limit. */
  readonly most: number;
  readonly onRefusal: (limit: 'photo_bytes') => void;
}

/** Who sends a photo; those who cannot be told apart are one. */
type Sender = Pick<ClientIdentity, 'caller' | 'network'>;

/** Begins to take in the photo of a request. Whoever begins disposes of it. */
export type BeginPhoto = (request: Pick<IncomingMessage, 'headers'>, sender: Sender) => IncomingPhoto;

/** So much has to come for a sender not to stand still: single bytes are no progress, however often they come. */
const STEP_BYTES = 65_536;
/** Share of the space that is held when enough have gone: not each piece after them looks at all photos. */
const KEPT_SHARE = 7 / 8;

/** A photo of which bytes are held. */
interface HeldPhoto extends Sender {
  /** Bytes that it had when it last went on by a step. */
  readonly reached: number;
}

/** Creates the intake. */
export const createPhotoIntake = ({ most, onRefusal }: PhotoIntakeOptions): BeginPhoto => {
  /** Who has stood still longest is first. */
  const photos = new Map<IncomingPhoto, HeldPhoto>();
  let total = 0;

  const follow = (photo: IncomingPhoto, sender: Sender): void => {
    const reached = photos.get(photo)?.reached ?? 0;
    const isStep = photo.held - reached >= STEP_BYTES;
    if (photo.held === 0 || isStep) photos.delete(photo);
    if (photo.held > 0) photos.set(photo, { ...sender, reached: isStep ? photo.held : reached });
  };

  const sumBy = (name: keyof Sender): ReadonlyMap<string | null, number> => {
    const sums = new Map<string | null, number>();
    for (const [{ held }, sender] of photos) sums.set(sender[name], (sums.get(sender[name]) ?? 0) + held);
    return sums;
  };

  /**
   * The photos that may go when all is taken, first those of the network that has most, and there of the caller that has most. Of theirs those
   * that are coming go first, as long as they have stood still; then the last of those that wait for the service, which has seen nothing of them.
   */
  const refusable = (): readonly IncomingPhoto[] => {
    const [ofNetworks, ofCallers] = [sumBy('network'), sumBy('caller')];
    return [...photos]
      .filter(([{ isRefusable }]) => isRefusable)
      .map(([photo, { network, caller }], at) => ({
        photo,
        ofNetwork: ofNetworks.get(network) ?? 0,
        ofCaller: ofCallers.get(caller) ?? 0,
        rank: photo.isWhole ? photos.size - at : at - photos.size,
      }))
      .sort((one, other) => other.ofNetwork - one.ofNetwork || other.ofCaller - one.ofCaller || one.rank - other.rank)
      .map(({ photo }) => photo);
  };

  const refuseTooMany = (): void => {
    if (total <= most) return;
    for (const photo of refusable()) {
      if (total <= most * KEPT_SHARE) return;
      onRefusal('photo_bytes');
      photo.refuse(overloaded('Too many photos are being uploaded: this one was not sent. Try again in a second.'));
    }
  };

  return ({ headers }, { caller, network }) => {
    let bytes = 0;
    return new IncomingPhoto(headers['idempotency-key'] !== undefined, (photo) => {
      const more = photo.held - bytes;
      bytes = photo.held;
      total += more;
      follow(photo, { caller, network });
      if (most > 0 && more > 0) refuseTooMany();
    });
  };
};
