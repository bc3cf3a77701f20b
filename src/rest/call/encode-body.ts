/** Bodies of requests, from the values that are given for the fields of the contract. */
import { type FieldType, type ScalarValue, type Structure, typeNameOf } from '../../contract/structure.ts';
import { type Int64, parseInt64 } from '../../json/int64.ts';
import { stringifyExact } from '../../json/lossless-json.ts';

/**
 * Key of further members of a structure that is given, of any name, as `parseExact` reads them. They are written verbatim, unless
 * something is given for a field of the same name: null then leaves it out.
 */
export const verbatim: unique symbol = Symbol('verbatim');

/**
 * Value that the gateway gives for a field of a request. Inside a structure, a field that is undefined or null is left out:
 * the service is sent exactly what there is.
 */
export type Given<Type extends FieldType> =
  Type extends Structure<infer Fields>
    ? { readonly [Name in keyof Fields]?: Given<Fields[Name]> | null | undefined } & {
        readonly [verbatim]?: ReadonlyMap<string, unknown>;
      }
    : Type extends { readonly kind: 'list'; readonly item: infer Item extends FieldType }
      ? readonly Given<Item>[]
      : ScalarValue<Type, Int64>;

const encodeFields = (type: Structure, value: object): string => {
  const given = new Map<string, unknown>(Object.entries(value));
  const rest = new Map(verbatim in value && value[verbatim] instanceof Map ? value[verbatim] : []);
  const members: string[] = [];
  const write = (name: string, text: string | undefined): void => {
    if (text !== undefined) members.push(`${JSON.stringify(name)}:${text}`);
  };
  for (const [name, field] of Object.entries(type.fields)) {
    const own = given.get(name);
    if (own === undefined) write(name, stringifyExact(rest.get(name)));
    else if (own !== null) write(name, encodeBody(field, own));
    rest.delete(name);
  }
  for (const [name, other] of rest) write(name, stringifyExact(other));
  return `{${members.join(',')}}`;
};

/** Whether a value is of a type that is written as it is. */
const isOfType = {
  int32: Number.isInteger,
  code: Number.isInteger,
  double: Number.isFinite,
  float: Number.isFinite,
  boolean: (value: unknown) => typeof value === 'boolean',
  string: (value: unknown) => typeof value === 'string',
  'date-time': (value: unknown) => typeof value === 'string',
  untyped: (value: unknown) => JSON.stringify(value) !== undefined,
} as const satisfies Partial<Record<FieldType['kind'], (value: unknown) => boolean>>;

/**
 * Writes a request body (a `Given` of its type) as the contract describes it: declared names in the order of the contract, 64-bit integers
 * as bare JSON integers digit for digit; then what goes back verbatim.
 *
 * @throws TypeError when a value is not of its declared type
 */
export const encodeBody = (type: FieldType, value: unknown): string => {
  if (type.kind === 'structure') {
    if (typeof value === 'object' && value !== null) return encodeFields(type, value);
  } else if (type.kind === 'list') {
    if (Array.isArray(value)) return `[${value.map((item: unknown) => encodeBody(type.item, item)).join(',')}]`;
  } else if (type.kind === 'int64') {
    const digits = parseInt64(value);
    if (digits !== null) return digits;
  } else if (isOfType[type.kind](value)) return JSON.stringify(value);
  throw new TypeError(`A value given for a field of type ${typeNameOf(type)} is of another type.`);
};
