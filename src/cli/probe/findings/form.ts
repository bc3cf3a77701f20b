/** Values for which a ruling allows several forms. */
import type { FieldType } from '../../../contract/structure.ts';
import type { Outcome, Ruling } from './finding.ts';
import { jsonTypeOf } from './json-type.ts';

/** Form in which a value comes. */
export interface Form {
  readonly outcome: Outcome;
  readonly text: string;
}

/** Compares a part of a value with a type of the contract. */
export type CompareAs = (type: FieldType, json: unknown) => void;

/** Reads the form of a value that is not null; null when it shows nothing, such as an empty list. */
export type ReadForm = (json: unknown, compareAs: CompareAs) => Form | null;

/** Forms that a ruling provides for. */
export interface Ruled {
  readonly ruling: Ruling;
  readonly read: ReadForm;
}

/** The form that the ruling assumes. */
export const holds = (text: string): Form => ({ outcome: 'holds', text });

/** Another form that the gateway reads. */
export const covered = (text: string): Form => ({ outcome: 'covered', text });

/** A form that the gateway does not read. */
export const open = (json: unknown): Form => ({ outcome: 'open', text: `${jsonTypeOf(json)}, which is not read` });
