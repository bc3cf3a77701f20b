/** Prices of sections, categories and limits for photos. */

import {
  call,
  type FieldVisit,
  hasCached,
  keyOf,
  part,
  type Price,
  PRICED_SECTIONS,
  type Subject,
  UNKNOWN_LENGTH,
} from '../../pricing/price.ts';

const everySection: Subject = { identity: 'every section', count: PRICED_SECTIONS, cached: ['entry'] };

/** All sections, or those of a type. */
export const sections: Price = (visit) => {
  const { type } = visit.args;
  call(visit, 'listSections', type == null ? '' : `of type ${JSON.stringify(type)}`);
  return everySection;
};

/** Plans one section by id. */
export const sectionById = (visit: FieldVisit, id: unknown): Subject => {
  const identity = `section ${keyOf(id)}`;
  call(visit, 'getSection', identity);
  return { identity, count: 1, cached: ['entry'], typeName: 'Section' };
};

/** `Query.section`. */
export const sectionQuery: Price = (visit) => sectionById(visit, visit.args['id']);

/** A value of a section that the list of sections has. */
export const fromSections: Price = (visit) => {
  if (!hasCached(visit, 'entry')) call(visit, 'listSections', '');
};

/** Categories of each section: there are never more lists than sections. */
export const sectionCategories: Price = (visit) => {
  const count = Math.min(visit.subject.count, PRICED_SECTIONS);
  call(visit, 'listSectionCategories', visit.subject.identity, count);
  return part(visit, 'categories', { count: count * UNKNOWN_LENGTH, cached: ['label', 'section'] });
};

/** All categories, or those of one section. */
export const categoriesQuery: Price = (visit) => {
  const { sectionId } = visit.args;
  if (sectionId == null) {
    call(visit, 'listCategories', '');
    return { identity: 'every category', count: UNKNOWN_LENGTH, cached: ['label'] };
  }
  return sectionCategories({ ...visit, subject: { identity: `section ${keyOf(sectionId)}`, count: 1, cached: [] } });
};

/** The name of a category. */
export const categoryLabel: Price = (visit) => {
  if (!hasCached(visit, 'label')) call(visit, 'listCategories', '');
};

/** The section of a category: available, or looked for in the list of each section. */
export const categorySection: Price = (visit) => {
  if (hasCached(visit, 'section')) return part(visit, 'section');
  call(visit, 'listSections', '');
  sectionCategories({ ...visit, subject: everySection });
  return everySection;
};

/** Limits for photos of each category. */
export const categoryPhotoSpecs: Price = (visit) => {
  categorySection(visit);
  call(visit, 'getPhotoSpecs', visit.subject.identity, visit.subject.count);
};

/** Limits for photos by section and category. */
export const photoSpecsQuery: Price = (visit) => {
  call(visit, 'getPhotoSpecs', `section ${keyOf(visit.args['sectionId'])} category ${keyOf(visit.args['categoryId'])}`);
};
