/** Declaration of a field that gives a list that all callers share, so that its text can be kept too. */
import type { MaybePromise } from '../../../concurrency/maybe-promise.ts';
import type { LookupReader } from './lookup-reader.ts';

/** Finds a list; null when the service has none such. The same object means the same list. */
export type FindSharedList = (lookups: LookupReader) => MaybePromise<object | null>;

/** Reports which list a field is made, and of nothing else; null when it is made of more with these arguments. */
export type ChooseSharedList = (args: Readonly<Record<string, unknown>>) => FindSharedList | null;

const SHARED_LIST = 'sharedList';

/** Declares of which list a field is made: for `extensions` of the field. */
export const madeOf = (choose: ChooseSharedList): { readonly [SHARED_LIST]: ChooseSharedList } => ({
  [SHARED_LIST]: choose,
});

const isChoice = (value: unknown): value is ChooseSharedList => typeof value === 'function';

/** Of which list a field is made with its arguments; null for a field that declares none. */
export const sharedListOf = (extensions: Readonly<Record<string, unknown>>): ChooseSharedList | null => {
  const choose = extensions[SHARED_LIST];
  return isChoice(choose) ? choose : null;
};
