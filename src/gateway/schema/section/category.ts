/** `Category`, and the query that lists categories. */

import { all, chain, type MaybePromise } from '../../../concurrency/maybe-promise.ts';
import type { LookupEntry } from '../../../rest/endpoints/lookups.ts';
import type { SectionEntry } from '../../../rest/endpoints/sections.ts';
import { readNumericKey } from '../../arguments/global-id.ts';
import { nullIfFailed } from '../../errors/upstream-failures.ts';
import { hasKey, type IndexedList } from '../../loaders/lookups/indexed-list.ts';
import {
  call,
  type FieldVisit,
  hasCached,
  keyOf,
  onePerObject,
  part,
  type Price,
  PRICED_SECTIONS,
  type Subject,
  UNKNOWN_LENGTH,
} from '../../pricing/price.ts';
import { builder } from '../core/builder.ts';
import type { GatewayContext } from '../core/context.ts';
import { categoriesOfSections, plainLength, wholeLength } from '../core/list-length.ts';
import { LookupRef, nodeId, NodeRef, registerNode } from '../core/node.ts';
import { findPhotoSpecs, PhotoSpecsRef } from './photo-specs.ts';
import {
  type CategoryModel,
  CategoryRef,
  everySection,
  type SectionModel,
  sectionLink,
  sectionOf,
  SectionRef,
  UNKNOWN_SECTION,
} from './section-model.ts';

const labelOf = ({ key, label, called }: CategoryModel, { lookups }: GatewayContext): MaybePromise<string> =>
  label ??
  chain(
    lookups.readForLabel('categories', 'all', hasKey(key)),
    (categories) => categories?.byKey.get(key)?.label ?? called ?? key,
  );

/**
 * The section of a category: given by the listing it was reached from, or found in the list of each section.
 *
 * Assumption: R10. The order of the list of all categories says nothing of their section.
 *
 * Assumption: R50. The list of another section that fails does not matter.
 */
export const sectionOfCategory = (
  { key, section: known }: CategoryModel,
  { lookups }: GatewayContext,
): MaybePromise<SectionModel | null> => {
  if (known !== UNKNOWN_SECTION) return known;
  const find = (
    hasSection?: (list: IndexedList<SectionEntry>) => boolean,
    hasCategory?: (list: IndexedList<LookupEntry>) => boolean,
  ): MaybePromise<SectionModel | null> =>
    chain(lookups.read('sections', 'all', hasSection), (list) => {
      const sections = list?.entries ?? [];
      const failures: unknown[] = [];
      const read = (section: SectionEntry): ReturnType<typeof lookups.sectionCategories> => {
        const categories = lookups.sectionCategories(section.key, hasCategory);
        if (!(categories instanceof Promise)) return categories;
        return categories.catch((error: unknown) => {
          failures.push(error);
          return nullIfFailed(error);
        });
      };
      return chain(all(sections.map(read)), (lists) => {
        const section = sections.find((_section, index) => lists[index]?.byKey.has(key));
        if (section === undefined && failures.length > 0) throw failures[0];
        return section === undefined ? null : sectionOf(section);
      });
    });
  // Assumption: R51. A category in none of the cached lists may be in one that is newer, or of a section that is.
  return chain(find(), (found) => found ?? find(() => false, hasKey(key)));
};

const categoriesIn = (
  list: IndexedList<LookupEntry> | null,
  section: CategoryModel['section'],
): CategoryModel[] | null =>
  list && list.entries.map(({ key, label }) => ({ __typename: 'Category', key, label, called: null, section }));

/** The categories of a section; null when there is no such section. `GET /v1/properties/categories/{id}` */
export const categoriesOfSection = (
  key: string,
  { lookups }: GatewayContext,
  section: CategoryModel['section'] = sectionLink(key),
): MaybePromise<CategoryModel[] | null> => chain(lookups.sectionCategories(key), (list) => categoriesIn(list, section));

const allCategories = ({ lookups }: GatewayContext): MaybePromise<CategoryModel[] | null> =>
  chain(lookups.read('categories', 'all'), (list) => categoriesIn(list, UNKNOWN_SECTION));

/** Price of the categories of each section: there are never more lists than sections. */
export const sectionCategories = (visit: FieldVisit): Subject => {
  const count = Math.min(visit.subject.count, PRICED_SECTIONS);
  call(visit, 'listSectionCategories', visit.subject.identity, count);
  return part(visit, 'categories', { count: count * UNKNOWN_LENGTH, cached: ['label', 'section'] });
};

/** The section of a category: available, or looked for in the list of each section. */
const categorySection: Price = (visit) => {
  if (hasCached(visit, 'section')) return part(visit, 'section');
  call(visit, 'listSections', '');
  sectionCategories({ ...visit, subject: everySection });
  return everySection;
};

CategoryRef.implement({
  description: 'A category of a section.',
  interfaces: [NodeRef, LookupRef],
  fields: (t) => ({
    id: t.id(nodeId('Category', 'key')),
    key: t.exposeID('key', { nullable: false, description: 'Upstream category id.' }),
    label: t.string({
      nullable: false,
      description:
        'Display name, as the list of categories has it; as the listing has it, or else the key, if that list lacks it.',
      price: (visit) => {
        if (!hasCached(visit, 'label')) call(visit, 'listCategories', '');
      },
      resolve: (category, _args, context) => labelOf(category, context),
    }),
    section: t.field({
      type: SectionRef,
      description: 'The section it belongs to; null if no section lists it.',
      price: categorySection,
      resolve: (category, _args, context) => sectionOfCategory(category, context),
    }),
    photoSpecs: t.field({
      type: PhotoSpecsRef,
      description: 'Limits for photos in this category.',
      price: (visit) => {
        categorySection(visit);
        onePerObject('getPhotoSpecs')(visit);
      },
      resolve: async (category, _args, context) => {
        const section = await sectionOfCategory(category, context);
        return findPhotoSpecs(section?.key ?? null, category.key, context);
      },
    }),
  }),
});

registerNode('Category', {
  find: ([id], context) => {
    const key = readNumericKey('Category', 'id', id ?? '');
    return chain(context.lookups.read('categories', 'all', hasKey(key)), (categories) => {
      const entry = categories?.byKey.get(key);
      return entry === undefined
        ? null
        : { __typename: 'Category', key, label: entry.label, called: null, section: UNKNOWN_SECTION };
    });
  },
  price: (visit, key) => {
    call(visit, 'listCategories', '');
    return { identity: `category ${key}`, cached: ['label'] };
  },
});

builder.queryField('categories', (t) =>
  t.field({
    type: [CategoryRef],
    description: 'All categories in order of section, or those of one section.',
    price: (visit) => {
      const { sectionId } = visit.args;
      if (sectionId != null) {
        return sectionCategories({
          ...visit,
          subject: { identity: `section ${keyOf(sectionId)}`, count: 1, cached: [] },
        });
      }
      call(visit, 'listCategories', '');
      return { identity: 'every category', count: UNKNOWN_LENGTH, cached: ['label'] };
    },
    listLength: ({ sectionId }, lists) =>
      sectionId == null
        ? wholeLength(lists.categories.peek('all'))
        : plainLength(categoriesOfSections({}, lists)?.most),
    args: { sectionId: t.arg.id({ description: 'Global id or key.' }) },
    resolve: (_root, { sectionId }, context) =>
      sectionId == null
        ? allCategories(context)
        : categoriesOfSection(readNumericKey('Section', 'sectionId', sectionId), context),
  }),
);
