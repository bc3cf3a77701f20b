import {
  type GraphQLNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isNonNullType,
  isObjectType,
  isSpecifiedScalarType,
  validateSchema,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { errorCodes } from '../../../src/gateway/errors/error-codes.ts';
import { type PlannedCall, type Price, priceOf } from '../../../src/gateway/pricing/price.ts';
import { userErrorCodes } from '../../../src/gateway/schema/core/user-error.ts';
import { printSchemaText, schema } from '../../../src/gateway/schema/schema.ts';

interface Described {
  readonly coordinate: string;
  readonly description: string | null | undefined;
}

const membersOf = (type: GraphQLNamedType): readonly Described[] => {
  const { name } = type;
  if (isEnumType(type)) {
    return type.getValues().map((value) => ({ coordinate: `${name}.${value.name}`, description: value.description }));
  }
  if (isInputObjectType(type)) {
    return Object.values(type.getFields()).map((field) => ({
      coordinate: `${name}.${field.name}`,
      description: field.description,
    }));
  }
  if (!isObjectType(type) && !isInterfaceType(type)) return [];
  return Object.values(type.getFields()).flatMap((field) => [
    { coordinate: `${name}.${field.name}`, description: field.description },
    ...field.args.map((arg) => ({
      coordinate: `${name}.${field.name}(${arg.name}:)`,
      description: arg.description,
    })),
  ]);
};

const types = Object.values(schema.getTypeMap()).filter(
  (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
);

/** Whether a field of an object of which only the key is known causes calls. */
const causesCalls = (price: Price | null): boolean => {
  const planned: PlannedCall[] = [];
  const subject = { identity: 'an object', count: 1, cached: [] };
  price?.({ subject, args: {}, path: '', plan: (call) => planned.push(call) });
  return planned.length > 0;
};

describe('The schema', () => {
  it('is valid', () => {
    expect(validateSchema(schema)).toEqual([]);
  });

  it('describes every type, field, argument, input field and enum value, for the user in GraphiQL', () => {
    const described = types.flatMap((type) => [
      { coordinate: type.name, description: type.description },
      ...membersOf(type),
    ]);
    expect(described.length).toBeGreaterThan(300);
    expect(described.filter(({ description }) => !description?.trim()).map(({ coordinate }) => coordinate)).toEqual([]);
  });

  it('says nothing of how it was made', () => {
    expect(printSchemaText()).not.toMatch(/\b(?:TODO|FIXME|issue #?\d|\/work\/|assumption R\d)/i);
  });

  it('names an enum value for every code of an expected failure', () => {
    const type = schema.getType('UserErrorCode');
    expect(
      isEnumType(type) &&
        type
          .getValues()
          .map(({ name }) => name)
          .toSorted(),
    ).toEqual(Object.keys(userErrorCodes).toSorted());
  });

  it('lets every field be null that costs a call of its own', () => {
    const promised = ['Query.lookups', 'Query.nodes'];
    const roots = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
      Object.values(type?.getFields() ?? {}).map(
        (field) => [`${type?.name}.${field.name}`, String(field.type)] as const,
      ),
    );
    expect(roots.filter(([, type]) => type.endsWith('!')).map(([coordinate]) => coordinate)).toEqual(promised);
  });

  it('promises no value that a call of its own has to give, but labels, which are the key without, and one of the contract', () => {
    const objects = types.flatMap((type) => (isObjectType(type) || isInterfaceType(type) ? [type] : []));
    const promised = objects.flatMap((type) =>
      Object.values(type.getFields())
        .filter((field) => isNonNullType(field.type) && causesCalls(priceOf(field.extensions)))
        .map(({ name }) => `${type.name}.${name}`),
    );
    expect(promised.toSorted()).toEqual(['Category.label', 'Locality.label', 'Section.label', 'User.databaseId']);
  });
});

it('errorCodes says of every code when a client meets it', () => {
  for (const [code, { meaning, retryable }] of Object.entries(errorCodes)) {
    expect(code).toMatch(/^[A-Z]+(?:_[A-Z]+)*$/);
    expect(meaning).toMatch(/^[A-Z].*\.$/);
    expect(typeof retryable).toBe('boolean');
  }
});
