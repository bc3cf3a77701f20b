/** The price of each field as a sentence of its description: for whoever writes an operation, where they write it. */
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { PlanBuilder } from './plan.ts';
import { type PlannedCall, type Price, priceOf, type Subject } from './price.ts';

/** Objects of three kinds: one of which nothing is known, those of a list, and those of a list of the caller's own. */
const alone: Subject = { identity: 'it', count: 1, cached: [] };
const inList: Subject = { identity: 'it', count: 1, cached: ['entry', 'label', 'section'] };
const inOwnList: Subject = { ...inList, cached: ['entry', 'own'], ownLists: { identity: 'lists', count: 1 } };

/** A value of a type, for what must be given: how many calls a field makes depends on no more of it than this. */
const exampleOf = (type: GraphQLInputType): unknown => {
  if (isNonNullType(type)) return exampleOf(type.ofType);
  if (isListType(type)) return [exampleOf(type.ofType)];
  if (isEnumType(type)) return type.getValues()[0]?.value;
  return isInputObjectType(type) ? examplesOf(Object.values(type.getFields())) : '1';
};

/** Values of arguments or of the fields of an input: their defaults, and examples where none is and one must be given. */
const examplesOf = (inputs: readonly (GraphQLArgument | GraphQLInputField)[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    inputs.map(({ name, type, defaultValue }) => [
      name,
      defaultValue ?? (isNonNullType(type) ? exampleOf(type) : undefined),
    ]),
  );

/** The calls that an operation of such a field alone may cause, as its plan has them. */
const callsOf = (price: Price, args: Readonly<Record<string, unknown>>, subject: Subject): readonly PlannedCall[] => {
  const plan = new PlanBuilder(Number.POSITIVE_INFINITY);
  price({ subject, args, path: 'path', plan: (call) => plan.add({ path: 'path', ...call }) });
  return plan.build().entries.filter(({ count }) => count > 0);
};

/** Names calls, and says how many of them there are for how many objects. */
const inWords = (price: Price, args: Readonly<Record<string, unknown>>, subject: Subject): string => {
  const { ownLists } = subject;
  const countsOf = (more: Partial<Subject>): ReadonlyMap<string, number> =>
    new Map(callsOf(price, args, { ...subject, ...more }).map(({ key, count }) => [key, count]));
  const ofTwo = countsOf({ count: 2 });
  const ofTwoSections = ownLists === undefined ? ofTwo : countsOf({ ownLists: { ...ownLists, count: 2 } });
  const texts = callsOf(price, args, subject).map(({ key, operation, count }) => {
    const isEach = (ofTwo.get(key) ?? count) > count;
    const isEachSection = !isEach && (ofTwoSections.get(key) ?? count) > count;
    const times = count > 1 ? `up to ${count} × ` : '';
    return `${times}\`${operation}\`${isEach ? ' for each' : isEachSection ? ' for each section' : ''}`;
  });
  return [...new Set(texts)].join(' and ');
};

/** Says what a field costs; null for one that is free wherever it is. */
const noteOf = (field: GraphQLField<unknown, unknown>, isOfListing: boolean): string | null => {
  const price = priceOf(field.extensions);
  if (price === null) return null;
  const args = examplesOf(field.args);
  const words = inWords(price, args, alone);
  const listed = inWords(price, args, inList);
  const own = isOfListing ? inWords(price, args, inOwnList) : listed;
  const where = isOfListing ? 'in lists' : 'where a list gives it';
  const parts = [
    words === '' ? 'free' : words,
    ...(listed === words ? [] : [listed === '' ? `free ${where}` : `${where} ${listed}`]),
    ...(own === listed ? [] : [own === '' ? "free in the caller's own lists" : `in the caller's own lists ${own}`]),
  ];
  return parts.length === 1 && words === '' ? null : `Price: ${parts.join('; ')}.`;
};

const isFreeInLists = (field: GraphQLField<unknown, unknown>): boolean => {
  const price = priceOf(field.extensions);
  return price === null || callsOf(price, examplesOf(field.args), inList).length === 0;
};

const append = (described: { description?: string | null | undefined }, note: string): void => {
  described.description = described.description == null ? note : `${described.description} ${note}`;
};

const noteType = (type: GraphQLObjectType): void => {
  const isListing = type.name === 'Listing';
  const fields = Object.values(type.getFields());
  for (const field of fields) {
    const note = noteOf(field, isListing);
    if (note !== null) append(field, note);
  }
  if (!isListing) return;
  const free = fields.filter(isFreeInLists).map(({ name }) => `\`${name}\``);
  append(
    type,
    `Of a listing in a list these cost nothing: ${free.join(', ')}. Of the others, each listing costs its own call.`,
  );
};

/**
 * Adds the price of each field to its description. Of prices that depend on arguments, it is that of their defaults. Calls with the same
 * key are made once in an operation, so an operation costs at most the sum.
 */
export const notePrices = (schema: GraphQLSchema): void => {
  for (const type of Object.values(schema.getTypeMap())) {
    if (isObjectType(type) && !type.name.startsWith('__')) noteType(type);
  }
};
