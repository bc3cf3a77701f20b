import type { DemoListing } from '../model/demo-listing-types.ts';
import type { PhotoSubject } from '../model/photo-subject.ts';
import type { SeededRandom } from '../model/seeded-random.ts';

/** The offer of a listing, before it has an owner and dates. */
export type ListingOffer = Pick<
  DemoListing,
  'title' | 'description' | 'priceCents' | 'priceLabel' | 'priceSuffix' | 'condition' | 'property' | 'vehicle'
> & { readonly photos: readonly PhotoSubject[] };

/** Context for the writer of an offer. */
export interface OfferContext {
  readonly random: SeededRandom;
  readonly categoryId: number;
  /** 0-based number of the offer in its category: chooses from the catalogue without repeats until it is used up. */
  readonly ordinal: number;
  readonly localityName: string;
  readonly isWanted: boolean;
}
