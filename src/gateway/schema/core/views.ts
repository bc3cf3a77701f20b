/**
 * Views that the service gives: fields that stand in one, each in a line (`t.string(company.value('Name', 'Display name.'))`), and lists in
 * one. What the schema reads of a text, an amount or a code has a field beside it that says what the service wrote.
 */
import { chain, type MaybePromise } from '../../../concurrency/maybe-promise.ts';
import { type EndpointName, operationOf } from '../../../contract/endpoints.ts';
import { UpstreamFailure } from '../../../rest/call/failure.ts';
import { codeIn, type NamesOf, writtenIn, textIn } from '../../../rest/decoding/decode.ts';
import { readInstant } from '../../../rest/decoding/instant.ts';
import { StandInError } from '../../errors/graphql-errors.ts';
import type { Price } from '../../pricing/price.ts';
import type { GatewayContext } from './context.ts';
import { MoneyRef, moneyIn } from './money.ts';
import { type Identified, withId } from './node.ts';

/**
 * Options of fields that are read from a view.
 *
 * @param viewOf the view behind an object of the type; null where there is none, as its fields are then
 * @param price what reading the view costs; nothing unless given
 */
export const viewFields = <Model, View extends object>(
  viewOf: (model: Model, context: GatewayContext) => MaybePromise<View | null>,
  price?: Price,
) => {
  const field = <Value>(description: string, read: (view: View) => Value) => ({
    description,
    ...(price && { price }),
    resolve: (model: Model, _args: object, context: GatewayContext): MaybePromise<Value | null> =>
      chain(viewOf(model, context), (view) => view && read(view)),
  });
  return {
    /** A value that is worked out of the view. */
    read: field,
    /** A value as it is. */
    value: <Name extends keyof View>(name: Name, description: string) => field(description, (view) => view[name]),
    /** An instant; null where what the service wrote is none. */
    instant: (name: NamesOf<View, string>, description: string) => ({
      type: 'DateTime' as const,
      ...field(description, (view) => readInstant(view[name])),
    }),
    /** A text or an amount as the service wrote it. */
    unparsed: (name: keyof View & string) => field(`Upstream \`${name}\`, unparsed.`, (view) => textIn(view, name)),
    /** An amount; null where what the service wrote is none. */
    money: (name: NamesOf<View, number>, description: string) => ({
      type: MoneyRef,
      ...field(description, (view) => moneyIn(view, name)),
    }),
    /** The number of a code, whether or not the schema has it. */
    code: (name: keyof View & string) =>
      field(`Upstream \`${name}\`, also one unknown here.`, (view) => codeIn(view, name)),
  };
};

const unreadable = (endpoint: EndpointName) =>
  new UpstreamFailure('unreadable', { operation: operationOf(endpoint), status: 200 });

/**
 * Takes a list from the view of an endpoint. It is null where the service gives none. Assumption: R47.
 *
 * @throws UpstreamFailure when the service gave a list that cannot be read: it must not look like an empty one
 */
export const readableList = <View extends object, Name extends keyof View & string>(
  view: View,
  name: Name,
  endpoint: EndpointName,
): View[Name] => {
  if (writtenIn(view, name) !== null) throw unreadable(endpoint);
  return view[name];
};

/** Leaves out what is null, because it could not be distinguished from others. @throws UpstreamFailure when nothing is left of a list that has entries */
export const namedIn = <Entry>(entries: readonly (Entry | null)[], endpoint: EndpointName): Entry[] => {
  const named = entries.filter((entry) => entry !== null);
  if (named.length === 0 && entries.length > 0) throw unreadable(endpoint);
  return named;
};

/** Leaves out the entries whose id, the property of that name, is not known. @throws UpstreamFailure likewise */
export const withIds = <Entry, Name extends keyof Entry>(
  entries: readonly Entry[] | null,
  name: Name,
  endpoint: EndpointName,
): Identified<Entry, Name>[] | null => {
  const identified = entries?.map((entry) => withId(entry, name));
  return identified ? namedIn(identified, endpoint) : null;
};

/**
 * Reads a list that must not be null: empty where the service gives none. Assumption: R50.
 *
 * @throws StandInError when it cannot be read: it is empty then, with an error
 */
export const neverNull = <Entry>(read: () => readonly Entry[] | null): readonly Entry[] => {
  try {
    return read() ?? [];
  } catch (error) {
    throw new StandInError([], error);
  }
};
