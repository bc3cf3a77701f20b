/** The budget of the photos that come in, and of those that are sent on: when it is spent, the slowest senders go, and nobody else waits. */
import type { IncomingMessage } from 'node:http';
import { type BudgetLimits, ConnectionBudget } from '../connections/connection-budget.ts';
import { tooManyPhotos } from '../errors/graphql-errors.ts';
import type { CountedNetwork } from '../http/client-address.ts';
import type { RefusalLimit } from '../observability/metrics/server-load.ts';
import { IncomingPhoto } from './incoming-photo.ts';

/** Options of the intake. */
export interface PhotoIntakeOptions {
  /** In bytes. */
  readonly limits: BudgetLimits;
  readonly networkOf: CountedNetwork;
  /** Called for each photo that is refused. */
  readonly onRefusal: (limit: RefusalLimit) => void;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
}

/** Begins to take in the photo of a request, of a client with this address. Whoever begins disposes of it. */
export type BeginPhoto = (request: IncomingMessage, address: string) => IncomingPhoto;

/** Creates the intake. */
export const createPhotoIntake = ({ limits, networkOf, onRefusal, now }: PhotoIntakeOptions): BeginPhoto => {
  const budget = new ConnectionBudget<{ readonly photo: IncomingPhoto; readonly since: number }>({
    limits,
    weigh: (_socket, { photo }) => photo.held,
    // The service may have seen one that has come in.
    slownessOf: (_socket, { photo, since }) => (photo.isWhole ? null : (now() - since) / (photo.held + 1)),
    evict: (_socket, limit, { photo }) => {
      onRefusal(limit === 'perProcess' ? 'photo_bytes' : 'photo_bytes_address');
      photo.refuse(tooManyPhotos());
    },
  });
  return ({ headers, socket }, address) => {
    const network = networkOf(address);
    const since = now();
    return new IncomingPhoto(headers['idempotency-key'] !== undefined, (photo) => {
      if (photo.held === 0) budget.drop(socket);
      else budget.draw(socket, network, { photo, since });
    });
  };
};
