/** `LookupValue`: an entry of one of the simple lists, and the labels of codes that listings carry. */
import type { LookupEntry } from '../../upstream/lookups.ts';
import { builder } from '../builder.ts';
import type { GatewayContext } from '../context.ts';
import { globalId } from '../global-id.ts';
import { chain, type MaybePromise } from '../maybe-promise.ts';
import { NodeRef, registerNode } from '../node.ts';
import { LookupRef } from './lookup.ts';
import { madeOnce } from './made-once.ts';
import { isValueListName, LookupListRef, type ValueListName } from './value-lists.ts';

/** An entry of a simple list. */
export interface LookupValueModel {
  readonly __typename: 'LookupValue';
  readonly list: ValueListName;
  readonly key: string;
  readonly label: string;
}

const MAX_INT32 = 2 ** 31 - 1;

/** The key as a number, as listings carry it; null when it is no 32-bit integer. */
const codeOf = (key: string): number | null =>
  /^-?\d{1,10}$/.test(key) && Math.abs(Number(key)) <= MAX_INT32 ? Number(key) : null;

const valueOf =
  (list: ValueListName) =>
  ({ key, label }: LookupEntry): LookupValueModel => ({ __typename: 'LookupValue', list, key, label });

const valuesOf = madeOnce(valueOf);

/** All entries of a simple list; null when the service has none such. */
export const listLookupValues = (
  list: ValueListName,
  { lookups }: GatewayContext,
): MaybePromise<readonly LookupValueModel[] | null> =>
  chain(lookups.values(list), (values) => values && valuesOf(list, values.entries));

/**
 * The entry of a code that a listing carries; null when it carries none. 0 is a code (ruling R14).
 *
 * An unknown code is labelled by `text`, what the listing itself calls it, or else by the code (ruling R15).
 */
export const findLookupValue = (
  list: ValueListName,
  code: string | number | null,
  { lookups }: GatewayContext,
  text: string | null = null,
): MaybePromise<LookupValueModel | null> => {
  if (code === null) return null;
  const key = String(code);
  return chain(lookups.values(list), (values) => {
    const entry =
      values?.byKey.get(key) ?? values?.entries.find(({ label }) => label.toLowerCase() === key.toLowerCase());
    return valueOf(list)(entry ?? { key, label: text ?? key });
  });
};

/** `LookupValue`. */
export const LookupValueRef = builder.objectRef<LookupValueModel>('LookupValue').implement({
  description: 'An entry of one of the simple lists (fuel, pool, job type…). Upstream `StringId`.',
  interfaces: [NodeRef, LookupRef],
  fields: (t) => ({
    id: t.id({
      nullable: false,
      description: 'Global id.',
      resolve: ({ list, key }) => globalId('LookupValue', list, key),
    }),
    list: t.expose('list', { type: LookupListRef, nullable: false, description: 'The list it belongs to.' }),
    key: t.exposeID('key', {
      nullable: false,
      description: 'The value to send where a parameter takes this lookup.',
    }),
    code: t.int({
      description: 'The key as a number, as listings carry it; null when it is no 32-bit integer.',
      resolve: ({ key }) => codeOf(key),
    }),
    label: t.exposeString('label', {
      nullable: false,
      description: "The text to show. When upstream's list lacks the code of a listing, the code as text.",
    }),
  }),
});

registerNode('LookupValue', ([list, key], { lookups }) => {
  if (list === undefined || key === undefined || !isValueListName(list)) return null;
  return chain(lookups.values(list), (values) => {
    const entry = values?.byKey.get(key);
    return entry === undefined ? null : valueOf(list)(entry);
  });
});
