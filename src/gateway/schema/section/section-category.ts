/** `Section` and `Category`: what is available of them, completed from the lists when a field needs more, and the queries that read them. */
import { all, chain, type MaybePromise } from '../../../concurrency/maybe-promise.ts';
import { type Int64, isNoId } from '../../../json/int64.ts';
import type { LookupEntry } from '../../../rest/endpoints/lookups.ts';
import type { SectionEntry } from '../../../rest/endpoints/sections.ts';
import { readNumericKey } from '../../arguments/global-id.ts';
import { nullIfFailed } from '../../errors/upstream-errors.ts';
import { findEntry, findModel, hasKey, type IndexedList } from '../../loaders/lookups/indexed-list.ts';
import {
  call,
  type FieldVisit,
  hasCached,
  keyOf,
  oneCall,
  onePerObject,
  part,
  type Price,
  PRICED_SECTIONS,
  type Subject,
  sumOf,
  unlessCached,
  UNKNOWN_LENGTH,
} from '../../pricing/price.ts';
import { builder } from '../core/builder.ts';
import type { GatewayContext } from '../core/context.ts';
import { categoriesOfSections, plainLength, wholeLength } from '../core/list-length.ts';
import { LookupRef, nodeId, NodeRef, registerNode } from '../core/node.ts';
import { viewFields } from '../core/views.ts';
import { findPhotoSpecs, PhotoSpecsRef } from '../listing/photo.ts';

interface SectionModel {
  readonly __typename: 'Section';
  readonly key: string;
  /** As what reports the section calls it, which counts where the list of sections does not have it; null when it does not say. */
  readonly called: string | null;
  /** The section as the service lists it; null when it is not available. */
  readonly entry: SectionEntry | null;
}

/** Marks the section of a category that only the lists of each section know. */
const UNKNOWN_SECTION = Symbol('unknown section');

interface CategoryModel {
  readonly __typename: 'Category';
  readonly key: string;
  /** As the lists have it; null when only the list of categories knows it. */
  readonly label: string | null;
  /** As a listing calls it, which counts where that list does not have it; null when it does not say. */
  readonly called: string | null;
  /** Null when what reports the category, e.g. a listing, has no section. */
  readonly section: SectionModel | typeof UNKNOWN_SECTION | null;
}

export const SectionRef = builder.objectRef<SectionModel>('Section');

export const CategoryRef = builder.objectRef<CategoryModel>('Category');

/** Every section, or those of a type, as a price has them. */
const everySection: Subject = { identity: 'every section', count: PRICED_SECTIONS, cached: ['entry'] };

const sectionOf = (entry: SectionEntry): SectionModel => ({
  __typename: 'Section',
  key: entry.key,
  called: null,
  entry,
});

/** A section by the key and perhaps the name that a listing has; null without a key, or for 0, which is none (assumption R14). */
export const sectionLink = (key: string | number | null, called: string | null = null): SectionModel | null =>
  key === null || isNoId(key) ? null : { __typename: 'Section', key: String(key), called, entry: null };

/** A category by the key and perhaps the name and section that a listing has; null likewise. */
export const categoryLink = (
  key: string | number | null,
  called: string | null = null,
  section: CategoryModel['section'] = UNKNOWN_SECTION,
): CategoryModel | null =>
  key === null || isNoId(key) ? null : { __typename: 'Category', key: String(key), label: null, called, section };

/** What a list calls one of its entries; where it does not have it, as what reports it calls it, or else the key. */
const labelIn = (
  list: 'sections' | 'categories',
  { key, called }: SectionModel | CategoryModel,
  { lookups }: GatewayContext,
): MaybePromise<string> =>
  chain(
    findEntry((has) => lookups.readForLabel(list, 'all', has), key),
    (entry) => entry?.label ?? (called || key),
  );

/**
 * The section of a category: given by the listing it was reached from, or found in the list of each section.
 *
 * Assumption: R10. The order of the list of all categories says nothing of their section.
 *
 * Assumption: R50. The list of another section that fails does not matter.
 */
const sectionOfCategory = ({ key, section: known }: CategoryModel, { lookups }: GatewayContext) => {
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
        if (section !== undefined) return sectionOf(section);
        if (failures.length > 0) throw failures[0];
        return null;
      });
    });
  // Assumption: R51. A category in none of the cached lists may be in one that is newer, or of a section that is.
  return chain(find(), (found) => found ?? find(() => false, hasKey(key)));
};

const categoryOf =
  (section: CategoryModel['section']) =>
  ({ key, label }: LookupEntry): CategoryModel => ({ __typename: 'Category', key, label, called: null, section });

const categoriesIn = (list: IndexedList<LookupEntry> | null, section: CategoryModel['section']) =>
  list && list.entries.map(categoryOf(section));

/** The categories of a section; null when there is no such section. `GET /v1/properties/categories/{id}` */
const categoriesOfSection = (key: string, { lookups }: GatewayContext, section = sectionLink(key)) =>
  chain(lookups.sectionCategories(key), (list) => categoriesIn(list, section));

/** Price of the categories of each section: there are never more lists than sections. */
const sectionCategories = (visit: FieldVisit): Subject => {
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
      price: unlessCached('label', oneCall('listCategories')),
      resolve: (category, _args, context) => category.label ?? labelIn('categories', category, context),
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
      price: sumOf(categorySection, onePerObject('getPhotoSpecs')),
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
    return findModel((has) => context.lookups.read('categories', 'all', has), key, categoryOf(UNKNOWN_SECTION));
  },
  price: (visit, key) => {
    call(visit, 'listCategories', '');
    return { identity: `category ${key}`, cached: ['label'] };
  },
});

/** One section by key; null when there is none. `GET /v1/sections/{id}`, unless the list of all is available and has it. */
const findSection = (key: Int64, { lookups }: GatewayContext) =>
  chain(lookups.section(key), (entry) => entry && sectionOf(entry));

const sectionById = (visit: FieldVisit, id: unknown): Subject => {
  const identity = `section ${keyOf(id)}`;
  call(visit, 'getSection', identity);
  return { identity, count: 1, cached: ['entry'] };
};

const fromSections = unlessCached('entry', oneCall('listSections'));

/** The section as the service lists it; null where it does not. */
const listed = viewFields(
  ({ key, entry }: SectionModel, { lookups }) => entry ?? findEntry((has) => lookups.read('sections', 'all', has), key),
  fromSections,
);

SectionRef.implement({
  description: 'A section of the marketplace, e.g. Cars & Parts.',
  interfaces: [NodeRef, LookupRef],
  fields: (t) => ({
    id: t.id(nodeId('Section', 'key')),
    key: t.exposeID('key', { nullable: false, description: 'Upstream `SectionID`.' }),
    label: t.string({
      nullable: false,
      description:
        'Upstream `SectionName`, as the list of sections has it; as the listing has it, or else the key, if that list lacks it.',
      price: fromSections,
      resolve: (section, _args, context) => section.entry?.label ?? labelIn('sections', section, context),
    }),
    type: t.string(listed.value('type', 'Upstream `SecType`; usable as `Query.sections(type:)`.')),
    data: t.field({
      type: 'JSON',
      ...listed.value('data', 'The section as upstream lists it, whose fields have no declared type.'),
    }),
    categories: t.field({
      type: [CategoryRef],
      description: 'Categories of this section.',
      price: sectionCategories,
      listLength: categoriesOfSections,
      resolve: (section, _args, context) => categoriesOfSection(section.key, context, section),
    }),
  }),
});

registerNode('Section', {
  find: ([key], context) => findSection(readNumericKey('Section', 'id', key ?? ''), context),
  price: sectionById,
});

builder.queryFields((t) => ({
  sections: t.field({
    type: [SectionRef],
    description:
      'All sections, or those of one type. They have categories but no listings: the service has no lists by section or category.',
    price: (visit) => {
      const { type } = visit.args;
      call(visit, 'listSections', type == null ? '' : `of type ${JSON.stringify(type)}`);
      return everySection;
    },
    listLength: ({ type }, lists) =>
      typeof type === 'string'
        ? plainLength(lists.sectionsOfType.peek(type)?.entries.length)
        : wholeLength(lists.sections.peek('all')),
    args: { type: t.arg.string({ description: 'Upstream `SecType`.' }) },
    resolve: (_root, { type }, { lookups }) =>
      chain(
        type == null ? lookups.read('sections', 'all') : lookups.read('sectionsOfType', type),
        (found) => found && found.entries.map(sectionOf),
      ),
  }),
  section: t.field({
    type: SectionRef,
    description: 'A section by global id or key; null if there is none.',
    price: (visit) => sectionById(visit, visit.args['id']),
    args: { id: t.arg.id({ required: true, description: 'Global id or key.' }) },
    resolve: (_root, { id }, context) => findSection(readNumericKey('Section', 'id', id), context),
  }),
  categories: t.field({
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
        ? chain(context.lookups.read('categories', 'all'), (list) => categoriesIn(list, UNKNOWN_SECTION))
        : categoriesOfSection(readNumericKey('Section', 'sectionId', sectionId), context),
  }),
}));
