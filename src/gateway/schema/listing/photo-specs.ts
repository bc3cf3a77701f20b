/** `PhotoSpecs`: limits for photos, which depend on section and category. */

import type { MaybePromise } from '../../../concurrency/maybe-promise.ts';
import type { PhotoSpecs } from '../../../contract/photos.ts';
import { parseInt64 } from '../../../json/int64.ts';
import type { Read } from '../../../rest/decoding/decode.ts';
import { readNumericKey } from '../../arguments/global-id.ts';
import { builder } from '../core/builder.ts';
import type { GatewayContext } from '../core/context.ts';
import { CategoryRef, sectionOfCategory } from '../section/category.ts';
import { categoryPhotoSpecs, photoSpecsQuery } from '../section/section-prices.ts';
import { ListingRef } from './listing.ts';
import { readView } from './model/listing-model.ts';
import { listingPhotoSpecs } from './model/listing-prices.ts';

type Specs = Read<typeof PhotoSpecs>;

const findPhotoSpecs = (
  sectionKey: string | number | null,
  categoryKey: string | number | null,
  { lookups }: GatewayContext,
): MaybePromise<Specs | null> => {
  const section = parseInt64(sectionKey);
  const category = parseInt64(categoryKey);
  return section === null || category === null ? null : lookups.read('photoSpecs', { section, category });
};

/** `PhotoSpecs`. */
const PhotoSpecsRef = builder.objectRef<Specs>('PhotoSpecs').implement({
  description:
    'Recommended limits for the photos of a listing: scale photos to them before the upload. The gateway forwards larger photos, and the service decides.',
  fields: (t) => ({
    minCount: t.exposeInt('Min', { description: 'Minimum number of photos.' }),
    maxCount: t.exposeInt('Max', { description: 'Maximum number of photos.' }),
    maxWidth: t.exposeInt('MaxWidth', { description: 'Pixels.' }),
    maxHeight: t.exposeInt('MaxHeight', { description: 'Pixels.' }),
  }),
});

builder.objectField(CategoryRef, 'photoSpecs', (t) =>
  t.field({
    type: PhotoSpecsRef,
    description: 'Limits for photos in this category.',
    price: categoryPhotoSpecs,
    resolve: async (category, _args, context) => {
      const section = await sectionOfCategory(category, context);
      return findPhotoSpecs(section?.key ?? null, category.key, context);
    },
  }),
);

builder.objectField(ListingRef, 'photoSpecs', (t) =>
  t.field({
    type: PhotoSpecsRef,
    description: 'Limits for photos of this listing.',
    price: listingPhotoSpecs,
    resolve: async (listing, _args, context) => {
      const keys = await readView<readonly [string | number | null, string | number | null]>(
        listing,
        context,
        ['SectionId', 'CategoryId'],
        ({ SectionId, CategoryId }) => [SectionId, CategoryId],
        ({ SectionId, CategoryId }) => [SectionId, CategoryId],
      );
      return keys === null ? null : findPhotoSpecs(...keys, context);
    },
  }),
);

builder.queryField('photoSpecs', (t) =>
  t.field({
    type: PhotoSpecsRef,
    description: 'Limits for photos of a listing that is yet to be created.',
    price: photoSpecsQuery,
    args: {
      sectionId: t.arg.id({ required: true, description: 'Global id or key.' }),
      categoryId: t.arg.id({ required: true, description: 'Global id or key.' }),
    },
    resolve: (_root, { sectionId, categoryId }, context) =>
      findPhotoSpecs(
        readNumericKey('Section', 'sectionId', sectionId),
        readNumericKey('Category', 'categoryId', categoryId),
        context,
      ),
  }),
);
