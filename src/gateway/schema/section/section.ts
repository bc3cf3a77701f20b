/** `Section`, and the queries that read sections. */

import { chain, type MaybePromise } from '../../../concurrency/maybe-promise.ts';
import type { Int64 } from '../../../json/int64.ts';
import { globalId, readNumericKey } from '../../arguments/global-id.ts';
import { hasKey } from '../../loaders/lookups/indexed-list.ts';
import { builder } from '../core/builder.ts';
import type { GatewayContext } from '../core/context.ts';
import { plainLength, wholeLength } from '../core/list-length.ts';
import { LookupRef } from '../core/lookup.ts';
import { NodeRef, registerNode } from '../core/node.ts';
import { type SectionModel, sectionOf } from './section-model.ts';
import { fromSections, sectionById, sectionQuery, sections } from './section-prices.ts';

const labelOf = ({ key, called, entry }: SectionModel, { lookups }: GatewayContext): MaybePromise<string> =>
  entry?.label ??
  chain(
    lookups.readForLabel('sections', 'all', hasKey(key)),
    (sections) => sections?.byKey.get(key)?.label ?? called ?? key,
  );

const dataOf = ({ key, entry }: SectionModel, { lookups }: GatewayContext): MaybePromise<unknown> =>
  entry === null
    ? chain(lookups.read('sections', 'all', hasKey(key)), (sections) => sections?.byKey.get(key)?.data ?? null)
    : entry.data;

const typeOf = ({ key, entry }: SectionModel, { lookups }: GatewayContext): MaybePromise<string | null> =>
  entry === null
    ? chain(lookups.read('sections', 'all', hasKey(key)), (sections) => sections?.byKey.get(key)?.type ?? null)
    : entry.type;

/** One section by key; null when there is none. `GET /v1/sections/{id}`, unless the list of all is available and has it. */
const findSection = (key: Int64, { lookups }: GatewayContext): MaybePromise<SectionModel | null> =>
  chain(lookups.section(key), (entry) => (entry === null ? null : sectionOf(entry)));

/** `Section`. */
export const SectionRef = builder.objectRef<SectionModel>('Section').implement({
  description: 'A section of the marketplace, e.g. Cars & Parts.',
  interfaces: [NodeRef, LookupRef],
  fields: (t) => ({
    id: t.id({ nullable: false, description: 'Global id.', resolve: ({ key }) => globalId('Section', key) }),
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
      resolve: (section, _args, context) => typeOf(section, context),
    }),
    data: t.field({
      type: 'JSON',
      description: 'The section as upstream lists it, whose fields have no declared type.',
      price: fromSections,
      resolve: (section, _args, context) => dataOf(section, context),
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
    price: sections,
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
    price: sectionQuery,
    args: { id: t.arg.id({ required: true, description: 'Global id or key.' }) },
    resolve: (_root, { id }, context) => findSection(readNumericKey('Section', 'id', id), context),
  }),
}));
