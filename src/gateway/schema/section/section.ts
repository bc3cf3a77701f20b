/** `Section`, and the queries that read sections. */

import { chain, type MaybePromise } from '../../../concurrency/maybe-promise.ts';
import type { Int64 } from '../../../json/int64.ts';
import type { SectionEntry } from '../../../rest/endpoints/sections.ts';
import { readNumericKey } from '../../arguments/global-id.ts';
import { hasKey } from '../../loaders/lookups/indexed-list.ts';
import { call, type FieldVisit, hasCached, keyOf, type Price, type Subject } from '../../pricing/price.ts';
import { builder } from '../core/builder.ts';
import type { GatewayContext } from '../core/context.ts';
import { categoriesOfSections, plainLength, wholeLength } from '../core/list-length.ts';
import { LookupRef, nodeId, NodeRef, registerNode } from '../core/node.ts';
import { categoriesOfSection, sectionCategories } from './category.ts';
import { CategoryRef, everySection, type SectionModel, sectionOf, SectionRef } from './section-model.ts';

const labelOf = ({ key, called, entry }: SectionModel, { lookups }: GatewayContext): MaybePromise<string> =>
  entry?.label ??
  chain(
    lookups.readForLabel('sections', 'all', hasKey(key)),
    (sections) => sections?.byKey.get(key)?.label ?? called ?? key,
  );

/** The section as the service lists it; undefined where it does not. */
const listed = ({ key, entry }: SectionModel, { lookups }: GatewayContext): MaybePromise<SectionEntry | undefined> =>
  entry ?? chain(lookups.read('sections', 'all', hasKey(key)), (sections) => sections?.byKey.get(key));

/** One section by key; null when there is none. `GET /v1/sections/{id}`, unless the list of all is available and has it. */
const findSection = (key: Int64, { lookups }: GatewayContext): MaybePromise<SectionModel | null> =>
  chain(lookups.section(key), (entry) => (entry === null ? null : sectionOf(entry)));

const sectionById = (visit: FieldVisit, id: unknown): Subject => {
  const identity = `section ${keyOf(id)}`;
  call(visit, 'getSection', identity);
  return { identity, count: 1, cached: ['entry'] };
};

/** A value that the list of sections has. */
const fromSections: Price = (visit) => {
  if (!hasCached(visit, 'entry')) call(visit, 'listSections', '');
};

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
      resolve: (section, _args, context) => labelOf(section, context),
    }),
    type: t.string({
      description: 'Upstream `SecType`; usable as `Query.sections(type:)`.',
      price: fromSections,
      resolve: (section, _args, context) => chain(listed(section, context), (entry) => entry?.type ?? null),
    }),
    data: t.field({
      type: 'JSON',
      description: 'The section as upstream lists it, whose fields have no declared type.',
      price: fromSections,
      resolve: (section, _args, context) => chain(listed(section, context), (entry) => entry?.data ?? null),
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
}));
