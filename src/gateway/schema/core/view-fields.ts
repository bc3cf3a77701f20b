/**
 * Fields that stand in a view of the service, each in one line: `t.string(company.value('Name', 'Display name.'))`. What the schema
 * reads of a text, an amount or a code has a field beside it that says what the service wrote.
 */
import { chain, type MaybePromise } from '../../../concurrency/maybe-promise.ts';
import { codeIn, textIn } from '../../../rest/decoding/decode.ts';
import { readInstant } from '../../../rest/decoding/instant.ts';
import type { Price } from '../../pricing/price.ts';
import type { GatewayContext } from './context.ts';
import { type AmountNames, MoneyRef, moneyIn } from './money.ts';

/** Names of the fields of a view that are of a type, or may be. */
type NamesOf<View, Value> = { [Name in keyof View]: View[Name] extends Value | null ? Name : never }[keyof View] &
  string;

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
    money: (name: AmountNames<View>, description: string) => ({
      type: MoneyRef,
      ...field(description, (view) => moneyIn(view, name)),
    }),
    /** The number of a code, whether or not the schema has it. */
    code: (name: keyof View & string) =>
      field(`Upstream \`${name}\`, also one unknown here.`, (view) => codeIn(view, name)),
  };
};
