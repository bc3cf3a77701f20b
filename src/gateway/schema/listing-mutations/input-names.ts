/** What inputs of listings are called at the service, and where a client finds them. */
import type { GivenListing } from '../../../rest/endpoints/listing-writes.ts';
import { badUserInput } from '../../errors/graphql-errors.ts';

/** What a client gives of a listing, while it is read. */
export type Writable = { -readonly [Field in keyof GivenListing]: GivenListing[Field] };

/** An input that takes the id of something. */
interface NamedInput {
  /** What the service calls it. */
  readonly field: Exclude<keyof GivenListing, symbol>;
  /** Its older spelling, which is deprecated. */
  readonly formerly?: string;
}

/** Where an input stands. */
export interface InputPath {
  readonly path: readonly string[];
  /** The older spelling of the last part. */
  readonly formerly?: string | undefined;
}

/** An input that a client gives. */
interface FoundInput<Input> {
  readonly input: Input;
  /** Its path, as text. */
  readonly argument: string;
  /** Null where a client takes a value away. */
  readonly id: string | null;
  /** Whether it is the older spelling. */
  readonly isFormer: boolean;
}

/**
 * Finds inputs that name something, in either spelling; those of which a client says nothing are left out.
 *
 * @throws BAD_USER_INPUT for both spellings of one input
 */
export const namedInputs = <Input extends NamedInput>(
  inputs: Readonly<Record<string, Input>>,
  values: Readonly<Record<string, string | number | null | undefined>>,
  path: readonly string[],
): readonly FoundInput<Input>[] =>
  Object.entries(inputs).flatMap(([name, input]) => {
    const given = [name, input.formerly ?? name].filter((spelling) => values[spelling] !== undefined);
    const [one, other = one] = given.map((spelling) => [...path, spelling].join('.'));
    if (one === undefined || given[0] === undefined) return [];
    if (other !== one) throw badUserInput(`Give "${one}" or "${other}", which is deprecated, and not both.`);
    const value = values[given[0]];
    return [{ input, argument: one, id: value == null ? null : String(value), isFormer: given[0] !== name }];
  });

/** Gives values the names of the service. */
export const renamed = <Names extends { readonly [Input in keyof Names]: keyof GivenListing }>(
  names: Names,
  values: { readonly [Input in keyof Names]?: Writable[Names[Input]] },
): GivenListing => {
  const given: Writable = {};
  for (const input in names) {
    const value = values[input];
    if (value !== undefined) given[names[input]] = value;
  }
  return given;
};

/** Where inputs stand, by the field of the service in small letters. */
export const pathsOf = (
  inputs: Readonly<Record<string, string | NamedInput>>,
  path: readonly string[],
): readonly (readonly [string, InputPath])[] =>
  Object.entries(inputs).map(([name, input]) => {
    const { field, formerly } = typeof input === 'string' ? { field: input } : input;
    return [field.toLowerCase(), { path: [...path, name], formerly }];
  });
