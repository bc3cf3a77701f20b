/** Names for the types of JSON values. */
import type { FieldType } from '../../../contract/structure.ts';

/** Names the type of a JSON value. An integer above 2^53 is read as the text of its digits, and so looks like such a string. */
export type JsonType = 'string' | 'integer' | 'number' | 'long integer' | 'boolean' | 'null' | 'array' | 'object';

const isLongInteger = (text: string): boolean => /^-?\d{16,}$/.test(text) && !Number.isSafeInteger(Number(text));

/** Names the type of a value. */
export const jsonTypeOf = (json: unknown): JsonType => {
  if (json === null || json === undefined) return 'null';
  if (Array.isArray(json)) return 'array';
  if (typeof json === 'object') return 'object';
  if (typeof json === 'boolean') return 'boolean';
  if (typeof json === 'number') return Number.isSafeInteger(json) ? 'integer' : 'number';
  return typeof json === 'string' && isLongInteger(json) ? 'long integer' : 'string';
};

/** Names a type of the contract. */
export const describeType = (type: FieldType): string => {
  if (type.kind === 'structure') return type.name;
  if (type.kind === 'list') return `array of ${describeType(type.item)}`;
  return type.kind === 'code' ? 'int32' : type.kind;
};
