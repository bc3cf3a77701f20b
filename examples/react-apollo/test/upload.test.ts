import { ApolloClient, gql, InMemoryCache } from '@apollo/client';
import UploadHttpLink from 'apollo-upload-client/UploadHttpLink.mjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findListingWithRoom, type ListingWithRoom } from '../../../test/clients/listing-with-room.ts';
import { picture, UPLOAD } from '../../../test/gateway/uploads/photo-gateway.ts';
import { type World, startWorld } from '../../../test/support/world.ts';

interface Definition {
  readonly listingDefinition: { readonly photos: readonly { readonly index: number; readonly url: string }[] };
}

interface Uploaded {
  readonly uploadListingPhoto: {
    readonly listing: { readonly id: string } | null;
    readonly photo: { readonly index: number; readonly url: string; readonly thumbnailUrl: string } | null;
    readonly userErrors: readonly { readonly code: string; readonly message: string }[];
  };
}

const DEFINITION = gql`
  query Definition($id: ID!) {
    listingDefinition(id: $id) {
      photos {
        index
        url
      }
    }
  }
`;

const createClient = (world: World, headers: Record<string, string>) =>
  new ApolloClient({
    cache: new InMemoryCache(),
    link: new UploadHttpLink({ uri: new URL('/graphql', world.url).href, headers }),
  });

describe('Apollo Client with its upload link', () => {
  let world: World;
  let listing: ListingWithRoom;
  let authorization: string;
  let file: File;
  beforeAll(async () => {
    world = await startWorld();
    listing = await findListingWithRoom(world);
    authorization = `Bearer ${await world.signIn('seller')}`;
    const jpeg = await picture(listing.maxWidth, listing.maxHeight);
    file = new File([new Uint8Array(jpeg)], 'photo.jpg', { type: 'image/jpeg' });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it('uploads a file, gets the photo back, and reads one more photo afterwards', async () => {
    const client = createClient(world, { authorization, 'Apollo-Require-Preflight': 'true' });
    const readPhotos = async () => {
      const { data } = await client.query<Definition>({
        query: DEFINITION,
        variables: { id: listing.id },
        fetchPolicy: 'network-only',
      });
      return data?.listingDefinition.photos;
    };
    expect(await readPhotos()).toHaveLength(listing.photoCount);

    const { data } = await client.mutate<Uploaded>({
      mutation: gql(UPLOAD),
      variables: { input: { id: listing.id, file } },
    });
    expect(data?.uploadListingPhoto).toMatchObject({
      listing: { id: listing.id },
      photo: { index: listing.photoCount, url: expect.stringMatching(/^http/) },
      userErrors: [],
    });

    const photos = await readPhotos();
    expect(photos).toHaveLength(listing.photoCount + 1);
    expect(photos?.at(-1)?.url).toBe(data?.uploadListingPhoto.photo?.url);
    for (const url of [data?.uploadListingPhoto.photo?.url, data?.uploadListingPhoto.photo?.thumbnailUrl]) {
      const picture = await fetch(url ?? '');
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    }
  });

  it('is told which header is missing when it sends none against other sites', async () => {
    const client = createClient(world, { authorization });
    const upload = client.mutate<Uploaded>({ mutation: gql(UPLOAD), variables: { input: { id: listing.id, file } } });
    await expect(upload).rejects.toMatchObject({
      statusCode: 400,
      bodyText: expect.stringContaining('GraphQL-Require-Preflight'),
    });
  });
});
