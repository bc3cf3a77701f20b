import { describe, expect, it } from 'vitest';
import { parseDocument, priceDocument } from '../../../../src/gateway/pricing/price-document.ts';
import { schema } from '../../../../src/gateway/schema/schema.ts';

const prices = (text: string, variables?: Readonly<Record<string, unknown>>) =>
  priceDocument(schema, parseDocument(text, 'page.graphql'), variables).map(({ name, plan }) => [name, plan.total]);

describe('priceDocument', () => {
  it('takes the values that cost most for variables that are not given', () => {
    const page =
      'query Page($size: Int, $ids: [ID!]!, $sort: ListingSort!) { viewer { listings(sectionId: 2, first: $size, sort: $sort) { nodes { url } } } nodes(ids: $ids) { id } }';
    expect(prices(page)).toEqual([['Page', 101 + 50]]);
    expect(prices(page, { size: 5, ids: ['Listing:1'] })).toEqual([['Page', 7]]);
    expect(
      prices('query ($id: ID!, $other: ID!) { a: listing(id: $id) { title } b: listing(id: $other) { title } }'),
    ).toEqual([[null, 2]]);
    expect(
      prices('mutation ($input: WatchListingInput!) { watchListing(input: $input) { listing { title } } }'),
    ).toEqual([[null, 2]]);
  });

  it('prices an upload, whose file nobody has yet', () => {
    const upload = 'uploadListingPhoto(input: $input) { photo { url } }';
    expect(prices(`mutation Upload($input: UploadListingPhotoInput!) { ${upload} }`)).toEqual([
      ['Upload', expect.any(Number)],
    ]);
    const withFile = 'uploadListingPhoto(input: { id: 7, file: $file }) { photo { url } }';
    expect(prices(`mutation Upload($file: Upload!) { ${withFile} }`)).toEqual([['Upload', expect.any(Number)]]);
  });

  it('tries switches on and off, together', () => {
    const text = `query Screen($owner: Boolean!, $guest: Boolean!) { listing(id: 7) {
      definition @include(if: $owner) { title }
      preview @skip(if: $owner) { title }
      viewerInfo @skip(if: $guest) { isWatching }
      premiumOptions @skip(if: $guest) { option }
      ... @include(if: $guest) { vehicle { registrationYear } }
    } }`;
    expect(prices(text)).toEqual([['Screen', 4]]);
    expect(prices(text, { owner: false })).toEqual([['Screen', 4]]);
    expect(prices(text, { owner: false, guest: true })).toEqual([['Screen', 3]]);
  });

  it('does not take forever for many switches', () => {
    const names = Array.from({ length: 40 }, (_, at) => `s${at}`);
    const text = `query Many(${names.map((name) => `$${name}: Boolean!`).join(', ')}) {
      listing(id: 7) { ${names.map((name) => `${name}: preview(agentId: "${name}") @include(if: $${name}) { title }`).join(' ')} }
    }`;
    expect(prices(text)).toEqual([['Many', 41]]);
  });
});
