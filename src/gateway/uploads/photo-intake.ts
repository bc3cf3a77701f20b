/** The budget of the photos that come in, and of those that are sent on: when it is spent, the slowest senders go, and nobody else waits. */
import type { IncomingMessage } from 'node:http';
import { tooManyPhotos } from '../errors/graphql-errors.ts';
import { IncomingPhoto } from './incoming-photo.ts';

/** Options of the intake. */
interface PhotoIntakeOptions {
  /** Most bytes of all photos together; 0 for no limit. */
  readonly most: number;
  /** Called for each photo that is refused. */
  readonly onRefusal: (limit: 'photo_bytes') => void;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
}

/** Begins to take in the photo of a request. Whoever begins disposes of it. */
export type BeginPhoto = (request: IncomingMessage) => IncomingPhoto;

/** Share of the budget that is held when enough have gone. */
const KEPT_SHARE = 7 / 8;

/** Creates the intake. */
export const createPhotoIntake = ({ most, onRefusal, now }: PhotoIntakeOptions): BeginPhoto => {
  const held: { readonly photo: IncomingPhoto; readonly since: number }[] = [];
  let total = 0;

  const refuseSlowest = (): void => {
    const time = now();
    const slowest = held
      // The service may have seen one that has come in.
      .filter(({ photo }) => !photo.isWhole)
      .map(({ photo, since }) => ({ photo, slowness: (time - since) / (photo.held + 1) }))
      .sort((one, other) => other.slowness - one.slowness);
    for (const { photo } of slowest) {
      if (total <= most * KEPT_SHARE) return;
      onRefusal('photo_bytes');
      photo.refuse(tooManyPhotos());
    }
  };

  return ({ headers }) => {
    const since = now();
    let bytes = 0;
    return new IncomingPhoto(headers['idempotency-key'] !== undefined, (photo) => {
      if (bytes === 0 && photo.held > 0) held.push({ photo, since });
      total += photo.held - bytes;
      bytes = photo.held;
      const place = bytes === 0 ? held.findIndex((one) => one.photo === photo) : -1;
      if (place !== -1) held.splice(place, 1);
      if (most > 0 && total > most) refuseSlowest();
    });
  };
};
