/** Attributes of a listing, each from the first view that has it, and its kind, which says what attributes it has. */
import { type MaybePromise, chain } from '../../../concurrency/maybe-promise.ts';
import { ExtraParamsType } from '../../../contract/codes.ts';
import type { ExtraParam } from '../../../rest/decoding/extra-params.ts';
import {
  type Attribute,
  type AttributeGroup,
  type AttributeValue,
  type ReadAttribute,
  hasAnyAttribute,
  isOfKind,
  readingDefinition,
  readingParameters,
  reportsAttribute,
} from '../../listing-views/attribute.ts';
import { finderOf } from '../../listing-views/parameter-finder.ts';
import type { DefinitionView } from '../../listing-views/views.ts';
import { builder } from '../core/builder.ts';
import type { GatewayContext } from '../core/context.ts';
import { type KindModel, propertyAttributes, vehicleAttributes } from './kind-details.ts';
import { fromParameters, pricedField, viewField } from './listing-fields.ts';
import { type ListingModel, detailAtHand, detailOf, entryWith, readableDefinition } from './listing-model.ts';

/** The definition, where asking for it makes sense: a card is not the caller's own unless its list says so. */
const definitionOf = (
  { id, entry, list }: ListingModel,
  context: GatewayContext,
): MaybePromise<DefinitionView | null> => {
  const isWorthwhile = entry === null || list?.isOwn === true;
  return isWorthwhile && context.token !== null ? readableDefinition(id, context) : null;
};

/**
 * Reads an attribute: from the parameters of the cached entry, else of the detail view, else from the definition.
 *
 * @returns null when no view has it
 */
export const readAttribute = <Value extends AttributeValue>(
  listing: ListingModel,
  attribute: Attribute<Value>,
  context: GatewayContext,
): MaybePromise<Value | null> => {
  // Assumption: R19.
  const { entry, list } = listing;
  if (entry !== null) {
    const value = attribute.fromParameters(finderOf(entry));
    if (value !== null) return value;
    if (list !== null && entryWith(listing, ['N_Params']) !== null && reportsAttribute(list.entries, attribute)) {
      return detailAtHand(listing, context).then((detail) =>
        detail ? attribute.fromParameters(finderOf(detail)) : null,
      );
    }
  }
  return chain(detailOf(listing, context), (detail) => {
    if (detail === null) return null;
    const value = attribute.fromParameters(finderOf(detail));
    if (value !== null) return value;
    return chain(definitionOf(listing, context), (definition) =>
      definition === null ? null : attribute.fromDefinition(definition),
    );
  });
};

/**
 * Returns whether a listing whose kind no view says has a group of attributes: by the first view that has any attribute. An
 * entry that has a kind and parameters, though not one that the gateway knows, is of another kind.
 */
const hasGroup = (
  listing: ListingModel,
  group: AttributeGroup,
  other: AttributeGroup,
  context: GatewayContext,
): MaybePromise<boolean> => {
  const decide = (read: ReadAttribute): boolean | null =>
    hasAnyAttribute(group, read) || hasAnyAttribute(other, read) ? isOfKind(group, other, read) : null;
  const ofEntry = listing.entry === null ? null : decide(readingParameters(finderOf(listing.entry)));
  if (ofEntry !== null) return ofEntry;
  if (entryWith(listing, ['ExtraParamsType', 'N_Params']) !== null) return false;
  return chain(detailOf(listing, context), (detail) => {
    if (detail === null) return false;
    const ofDetail = decide(readingParameters(finderOf(detail)));
    if (ofDetail !== null) return ofDetail;
    return chain(definitionOf(listing, context), (definition) =>
      definition === null ? false : isOfKind(group, other, readingDefinition(definition)),
    );
  });
};

/** `ListingAttribute`. */
export const ListingAttributeRef = builder.objectRef<ExtraParam>('ListingAttribute').implement({
  description: 'One attribute of a listing as text. Upstream `ItemExtraParams`.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Machine name, e.g. `Fuel`.' }),
    label: t.exposeString('label', { description: 'Display name.' }),
    text: t.exposeString('text', { description: 'Text to show.' }),
    value: t.exposeString('value', { description: 'Upstream value.' }),
  }),
});

/** `Listing.kind`, as a view names it. */
export const kindField = viewField('ExtraParamsType');

/** The attributes of a kind of listing; null for a listing of another kind. */
export const kindModelField = (kind: (typeof ExtraParamsType)['Vehicle' | 'Property']) => {
  const [group, other] =
    kind === ExtraParamsType.Vehicle
      ? [vehicleAttributes, propertyAttributes]
      : [propertyAttributes, vehicleAttributes];
  const isOfKind = (listing: ListingModel, context: GatewayContext): MaybePromise<boolean> =>
    chain(kindField.resolve(listing, {}, context), (value) =>
      value === null ? hasGroup(listing, group, other, context) : value === kind,
    );
  return pricedField<KindModel>(fromParameters, (listing, context) =>
    chain(isOfKind(listing, context), (is) =>
      is ? { read: (attribute) => readAttribute(listing, attribute, context) } : null,
    ),
  );
};
