/** `PhotoSpecs`: limits for photos, which depend on section and category. */

import type { MaybePromise } from '../../../concurrency/maybe-promise.ts';
import type { PhotoSpecs } from '../../../contract/photos.ts';
import { parseInt64 } from '../../../json/int64.ts';
import type { Read } from '../../../rest/decoding/decode.ts';
import { readNumericKey } from '../../arguments/global-id.ts';
import { call, keyOf } from '../../pricing/price.ts';
import { builder } from '../core/builder.ts';
import type { GatewayContext } from '../core/context.ts';

type Specs = Read<typeof PhotoSpecs>;

/** The limits of a section and a category; null where one of them is not known. */
export const findPhotoSpecs = (
  sectionKey: string | number | null,
  categoryKey: string | number | null,
  { lookups }: GatewayContext,
): MaybePromise<Specs | null> => {
  const section = parseInt64(sectionKey);
  const category = parseInt64(categoryKey);
  return section === null || category === null ? null : lookups.read('photoSpecs', { section, category });
};

/** `PhotoSpecs`. */
export const PhotoSpecsRef = builder.objectRef<Specs>('PhotoSpecs').implement({
  description:
    'Recommended limits for the photos of a listing: scale photos to them before the upload. The gateway forwards larger photos, and the service decides.',
  fields: (t) => ({
    minCount: t.exposeInt('Min', { description: 'Minimum number of photos.' }),
    maxCount: t.exposeInt('Max', { description: 'Maximum number of photos.' }),
    maxWidth: t.exposeInt('MaxWidth', { description: 'Pixels.' }),
    maxHeight: t.exposeInt('MaxHeight', { description: 'Pixels.' }),
  }),
});

builder.queryField('photoSpecs', (t) =>
  t.field({
    type: PhotoSpecsRef,
    description: 'Limits for photos of a listing that is yet to be created.',
    price: (visit) =>
      call(
        visit,
        'getPhotoSpecs',
        `section ${keyOf(visit.args['sectionId'])} category ${keyOf(visit.args['categoryId'])}`,
      ),
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
