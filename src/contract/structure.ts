/**
 * The vocabulary in which the tables of this module describe the REST API: field types and structures.
 *
 * A structure is data, so that one table serves the embedded service (the types it writes), the client (what it
 * reads), the OpenAPI document and the tests.
 */

/** The scalar types of the specification, part 2, with their values; `Long` is that of an int64. `untyped` is a field for which no type is declared. */
interface ScalarValues<Long> {
  readonly int32: number;
  readonly int64: Long;
  readonly double: number;
  readonly float: number;
  readonly string: string;
  readonly boolean: boolean;
  readonly 'date-time': string;
  readonly untyped: unknown;
}

type ScalarName = keyof ScalarValues<unknown>;

interface ScalarType<Name extends ScalarName = ScalarName> {
  readonly kind: Name;
}

/** Numeric codes by the name the specification gives them, e.g. `{ None: 0, PerDay: 1 }`. */
export type CodeTable = Readonly<Record<string, number>>;

/** A code of a table. */
export type CodeOf<Codes extends CodeTable> = Codes[keyof Codes];

interface CodeType<Codes extends CodeTable = CodeTable> {
  readonly kind: 'code';
  readonly codes: Codes;
}

interface ListType<Item extends FieldType = FieldType> {
  readonly kind: 'list';
  readonly item: Item;
}

/** A JSON object of the specification: its name and its fields, names and casing verbatim. */
export interface Structure<Fields extends FieldTable = FieldTable> {
  readonly kind: 'structure';
  readonly name: string;
  readonly fields: Fields;
}

/** The type of a field, a parameter or a body. */
export type FieldType = ScalarType | CodeType | ListType | Structure;

/** Names a type in messages: a structure by its own name, any other type by its kind. */
export const typeNameOf = (type: FieldType): string => (type.kind === 'structure' ? type.name : type.kind);

/** Fields of a structure by name. */
export type FieldTable = { readonly [name: string]: FieldType };

export const int32 = { kind: 'int32' } as const;
export const int64 = { kind: 'int64' } as const;
export const double = { kind: 'double' } as const;
export const float = { kind: 'float' } as const;
export const string = { kind: 'string' } as const;
export const boolean = { kind: 'boolean' } as const;
export const dateTime = { kind: 'date-time' } as const;
export const untyped = { kind: 'untyped' } as const;

/** An int32 whose values are the codes of a table. */
export const code = <const Codes extends CodeTable>(codes: Codes): CodeType<Codes> => ({ kind: 'code', codes });

/** A JSON array. */
export const list = <Item extends FieldType>(item: Item): ListType<Item> => ({ kind: 'list', item });

/** Describes a structure of the specification. */
export const structure = <const Fields extends FieldTable>(name: string, fields: Fields): Structure<Fields> => ({
  kind: 'structure',
  name,
  fields,
});

/** An int64 in JSON: a bigint where a number would lose digits. */
export type WireInt64 = number | bigint;

/** Value of a scalar type or of a table of codes. */
export type ScalarValue<Type extends FieldType, Long> =
  Type extends CodeType<infer Codes>
    ? CodeOf<Codes>
    : Type extends ScalarType<infer Name>
      ? ScalarValues<Long>[Name]
      : never;

/** JSON of a service that keeps to the specification: every field present, null where there is no value. */
export type Wire<Type extends FieldType> =
  Type extends Structure<infer Fields>
    ? { [Name in keyof Fields]: Wire<Fields[Name]> | null }
    : Type extends ListType<infer Item>
      ? Wire<Item>[]
      : ScalarValue<Type, WireInt64>;
