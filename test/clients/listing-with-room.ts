/** A listing of the demo seller that can take more photos. */
import { dataOf, valueAt } from '../support/graphql-client.ts';
import type { World } from '../support/world.ts';

/** A listing that has room for photos. */
export interface ListingWithRoom {
  /** Global id. */
  readonly id: string;
  /** The id in REST paths. */
  readonly number: string;
  /** How many photos it has. */
  readonly photoCount: number;
  /** Pixels. */
  readonly maxWidth: number;
  /** Pixels. */
  readonly maxHeight: number;
}

const ownListings = /* GraphQL */ `
  {
    viewer {
      listings(sectionId: 1, first: 10) {
        nodes {
          id
          definition {
            photos {
              index
            }
          }
          photoSpecs {
            maxCount
            maxWidth
            maxHeight
          }
        }
      }
    }
  }
`;

interface OwnListing {
  readonly id: string;
  readonly definition: { readonly photos: readonly unknown[] };
  readonly photoSpecs: { readonly maxCount: number; readonly maxWidth: number; readonly maxHeight: number };
}

/** Finds a listing of `seller` that takes at least two more photos. */
export const findListingWithRoom = async (world: World): Promise<ListingWithRoom> => {
  const answer = await world.query(ownListings, { token: await world.signIn('seller') });
  dataOf(answer);
  const nodes = valueAt(answer, 'viewer.listings.nodes') as readonly OwnListing[];
  const room = nodes.find(({ definition: { photos }, photoSpecs }) => photos.length + 2 <= photoSpecs.maxCount);
  if (room === undefined) throw new Error('Every listing is full of photos.');
  const { maxWidth, maxHeight } = room.photoSpecs;
  return {
    id: room.id,
    number: room.id.replace('Listing:', ''),
    photoCount: room.definition.photos.length,
    maxWidth,
    maxHeight,
  };
};

/** How many photos a listing has now, as its owner sees it. */
export const countPhotos = async (world: World, id: string): Promise<number> => {
  const answer = await world.query('query ($id: ID!) { listingDefinition(id: $id) { photos { index } } }', {
    token: await world.signIn('seller'),
    variables: { id },
  });
  return (valueAt(answer, 'listingDefinition.photos') as readonly unknown[]).length;
};
