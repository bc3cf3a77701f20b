/**
 * Photos that come in: how one is read from its request, and how many bytes of them are held: of several of one caller no more than are free, so that
 * many of theirs keep out nobody else's; and when all is taken, those go that stand still in the network that has most.
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

/** What is held for a caller, or for a network, of which one may have any number of tokens. */
interface HeldPhotos {
  bytes: number;
  /** With the bytes that each had when it last went on by a step. Who has stood still longest is first. */
  readonly photos: Map<IncomingPhoto, number>;
}

type Holders = Map<string | null, HeldPhotos>;

/** The photo of a holder that has stood still longest of those that are coming. The service may have seen one that has come in. */
const stillest = ({ photos }: HeldPhotos): IncomingPhoto | undefined =>
  [...photos.keys()].find(({ isWhole }) => !isWhole);

/** Creates the intake. */
export const createPhotoIntake = ({ most, onRefusal }: PhotoIntakeOptions): BeginPhoto => {
  const callers: Holders = new Map();
  const networks: Holders = new Map();
  let total = 0;

  const follow = (holders: Holders, name: string | null, photo: IncomingPhoto, more: number): HeldPhotos => {
    const theirs: HeldPhotos = holders.get(name) ?? { bytes: 0, photos: new Map() };
    const { photos } = theirs;
    const before = photos.get(photo) ?? 0;
    const isStep = photo.held - before >= STEP_BYTES;
    theirs.bytes += more;
    if (photo.held === 0 || isStep) photos.delete(photo);
    if (photo.held > 0) photos.set(photo, isStep ? photo.held : before);
    if (photos.size === 0) holders.delete(name);
    else holders.set(name, theirs);
    return theirs;
  };

  const refuse = (photo: IncomingPhoto): void => {
    onRefusal('photo_bytes');
    photo.refuse(overloaded('Too many photos are being uploaded: this one was not sent. Try again in a second.'));
  };

  /** The photo that goes when all is taken: one of the network that has most. Undefined while there is space. */
  const stillestOfMost = (): IncomingPhoto | undefined => {
    if (total <= most) return undefined;
    const bySize = [...networks.values()].sort((one, other) => other.bytes - one.bytes);
    return bySize.map(stillest).find((photo) => photo !== undefined);
  };

  /** One photo of a caller is held while there is space at all, further ones while they leave as much as the caller has. */
  const refuseTooMany = (theirs: HeldPhotos): void => {
    while (theirs.photos.size > 1 && theirs.bytes > most - total) {
      const photo = stillest(theirs);
      if (photo === undefined) break;
      refuse(photo);
    }
    for (let photo = stillestOfMost(); photo !== undefined; photo = stillestOfMost()) refuse(photo);
  };

  return ({ headers }, { caller, network }) => {
    let bytes = 0;
    return new IncomingPhoto(headers['idempotency-key'] !== undefined, (photo) => {
      const more = photo.held - bytes;
      bytes = photo.held;
      total += more;
      follow(networks, network, photo, more);
      const theirs = follow(callers, caller, photo, more);
      if (most > 0 && more > 0) refuseTooMany(theirs);
    });
  };
};
