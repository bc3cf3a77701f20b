/** Inputs of the examples of mutations. A mutation that takes a file has none: its request is a form. */
import { demoApplication, demoCredentials } from '../../src/embedded/demo/demo-access.ts';

/**
 * Makes an input.
 *
 * @param listings ids of listings of the account, in the order in which the demo data has them
 * @param refreshToken one that was not used yet
 */
type MakeInput = (listings: readonly string[], refreshToken: string) => object;

const bicycle = {
  sectionId: '1',
  categoryId: '108',
  localityId: '558',
  title: 'City bicycle with basket',
  description: 'Ridden on Sundays only. New brakes this spring.',
  price: 149.99,
  condition: 'USED',
  contactTelephone: '+356 2123 4567',
};

/** Inputs by the name of the mutation. */
export const mutationInputs: Readonly<Record<string, MakeInput>> = {
  createListing: () => ({ listing: bicycle }),
  deleteListing: (listings) => ({ id: listings[1] }),
  deleteListingPhoto: (listings) => ({ id: listings[0], index: 0 }),
  deleteListings: (listings) => ({ ids: listings.slice(2, 4) }),
  refreshSession: (_listings, refreshToken) => ({ refreshToken }),
  relistAllListings: () => ({ paymentAuth: 'AUTHORISED' }),
  relistListings: (listings) => ({ ids: listings.slice(4, 6), paymentAuth: 'AUTHORISED' }),
  rotateListingPhoto: (listings) => ({ id: listings[0], index: 0, direction: 'CLOCKWISE' }),
  setDefaultListingPhoto: (listings) => ({ id: listings[0], index: 0 }),
  setListingPremiumOptions: (listings) => ({ id: listings[0], options: ['FEATURED'] }),
  signIn: () => demoCredentials,
  startClientSession: () => ({
    client: { clientId: demoApplication.clientId, clientSecret: demoApplication.clientSecret },
  }),
  unwatchListing: (listings) => ({ id: listings[0] }),
  unwatchListings: (listings) => ({ items: listings.slice(0, 1).map((listingId) => ({ listingId })) }),
  updateListing: (listings) => ({ id: listings[0], listing: { title: 'Pram, barely used' } }),
  updateProfilePicture: () => ({ pictureUrl: 'https://pictures.example/seller.jpg' }),
  updateUserDetails: () => ({ name: 'Marija Cassar', telephone: '+356 2123 4567' }),
  validateListing: () => ({ listing: { sectionId: '1', title: 'A', price: -5 } }),
  watchListing: (listings) => ({ id: listings[0] }),
  watchListings: (listings) => ({ items: listings.slice(0, 1).map((listingId) => ({ listingId })) }),
};
