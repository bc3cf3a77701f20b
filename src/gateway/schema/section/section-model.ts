/** Models of sections and categories: what is available of them, completed from the lists when a field needs more. */
import { isNoId } from '../../../json/int64.ts';
import type { SectionEntry } from '../../../rest/endpoints/sections.ts';
import { PRICED_SECTIONS, type Subject } from '../../pricing/price.ts';
import { builder } from '../core/builder.ts';

/** A section by key. */
export interface SectionModel {
  readonly __typename: 'Section';
  readonly key: string;
  /** As what reports the section calls it, which counts where the list of sections does not have it; null when it does not say. */
  readonly called: string | null;
  /** The section as the service lists it; null when it is not available. */
  readonly entry: SectionEntry | null;
}

/** Marks the section of a category that only the lists of each section know. */
export const UNKNOWN_SECTION = Symbol('unknown section');

/** A category by key. */
export interface CategoryModel {
  readonly __typename: 'Category';
  readonly key: string;
  /** As the lists have it; null when only the list of categories knows it. */
  readonly label: string | null;
  /** As a listing calls it, which counts where that list does not have it; null when it does not say. */
  readonly called: string | null;
  /** Null when what reports the category, e.g. a listing, has no section. */
  readonly section: SectionModel | typeof UNKNOWN_SECTION | null;
}

/** `Section`, whose fields are in `section.ts`. */
export const SectionRef = builder.objectRef<SectionModel>('Section');

/** `Category`, whose fields are in `category.ts`. */
export const CategoryRef = builder.objectRef<CategoryModel>('Category');

/** Every section, or those of a type, as a price has them. */
export const everySection: Subject = { identity: 'every section', count: PRICED_SECTIONS, cached: ['entry'] };

/** A section as the service lists it. */
export const sectionOf = (entry: SectionEntry): SectionModel => ({
  __typename: 'Section',
  key: entry.key,
  called: null,
  entry,
});

/** A section by the key and perhaps the name that a listing has; null without a key, or for 0, which is none (ruling R14). */
export const sectionLink = (key: string | null, called: string | null = null): SectionModel | null =>
  key === null || isNoId(key) ? null : { __typename: 'Section', key, called, entry: null };

/** A category by the key and perhaps the name and section that a listing has; null likewise. */
export const categoryLink = (
  key: string | null,
  called: string | null = null,
  section: CategoryModel['section'] = UNKNOWN_SECTION,
): CategoryModel | null =>
  key === null || isNoId(key) ? null : { __typename: 'Category', key, label: null, called, section };
