/** Types of the contract as JSON schemas of an OpenAPI 3.1 document. */
import type { CodeTable, FieldType, Structure } from '../../contract/structure.ts';
import { requiredFields, untypedFields } from './structures.ts';

/** A JSON schema. */
export type Schema = { readonly [keyword: string]: unknown };

const schemaOfCodes = (codes: CodeTable): Schema => ({
  type: 'integer',
  format: 'int32',
  enum: Object.values(codes),
  'x-enum-varnames': Object.keys(codes),
  description: Object.entries(codes)
    .map(([name, code]) => `${code} = ${name}`)
    .join(', '),
});

/** The schema of a type; structures are referred to by name. */
export const schemaOf = (type: FieldType): Schema => {
  switch (type.kind) {
    case 'int32':
    case 'int64':
      return { type: 'integer', format: type.kind };
    case 'double':
    case 'float':
      return { type: 'number', format: type.kind };
    case 'string':
    case 'boolean':
      return { type: type.kind };
    case 'date-time':
      return { type: 'string', format: 'date-time' };
    case 'untyped':
      return {};
    case 'code':
      return schemaOfCodes(type.codes);
    case 'list':
      return { type: 'array', items: schemaOf(type.item) };
    case 'structure':
      return { $ref: `#/components/schemas/${type.name}` };
    default:
      return type satisfies never;
  }
};

const orNull = (schema: Schema): Schema => {
  if ('$ref' in schema) return { anyOf: [schema, { type: 'null' }] };
  if (!('type' in schema)) return schema;
  const { enum: values, ...rest } = schema;
  const nullable = { ...rest, type: [schema['type'], 'null'] };
  return Array.isArray(values) ? { ...nullable, enum: [...values, null] } : nullable;
};

/**
 * The schema of a structure: every field, null where there is no value.
 *
 * @param isSent whether it is part of a request: then only what must be given is required, in a response all is there
 */
export const schemaOfStructure = ({ name, fields }: Structure, isSent: boolean): Schema => {
  const properties = Object.entries(fields).map(([field, type]): [string, Schema] => {
    const usual = untypedFields[`${name}.${field}`];
    if (usual === undefined) return [field, orNull(schemaOf(type))];
    return [field, { ...orNull(schemaOf(usual)), description: 'No type is declared; this service writes this one.' }];
  });
  const required = requiredFields[name] ?? (isSent ? [] : Object.keys(fields));
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length === 0 ? {} : { required }),
  };
};
