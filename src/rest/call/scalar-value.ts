import type { CodeTable, FieldType } from '../../contract/structure.ts';
import type { Int64 } from '../../json/int64.ts';

/** Types of the values that the gateway has for each scalar type of the contract, in requests and responses alike. */
interface ScalarValues {
  readonly int32: number;
  readonly int64: Int64;
  readonly double: number;
  readonly float: number;
  readonly string: string;
  readonly boolean: boolean;
  readonly 'date-time': string;
  readonly untyped: unknown;
}

/** Value of a scalar type or of a table of codes. */
export type ScalarValue<Type extends FieldType> = Type extends {
  readonly kind: 'code';
  readonly codes: infer Codes extends CodeTable;
}
  ? Codes[keyof Codes]
  : Type extends { readonly kind: infer Kind extends keyof ScalarValues }
    ? ScalarValues[Kind]
    : never;
