/** Compares responses with the types of the contract. */
import { requiredListingFields } from '../../../contract/listings.ts';
import { StringId } from '../../../contract/lookups.ts';
import type { CodeTable, FieldType, Structure } from '../../../contract/structure.ts';
import { hasAnyField, isJsonObject, type JsonObject } from '../../../json/json-object.ts';
import { readInstant } from '../../../upstream/decoding/instant.ts';
import { readCode } from '../../../upstream/decoding/scalars.ts';
import { fieldEntries, plainEntries } from './entry-form.ts';
import { fieldForms, formMet } from './field-forms.ts';
import { type Findings, type Ruling, showName } from './finding.ts';
import type { Ruled } from './form.ts';
import { describeType, type JsonType, jsonTypeOf } from './json-type.ts';

const MAX_INT32 = 2 ** 31 - 1;

/** JSON types that are as declared; the other kinds are looked into further. */
const plainTypes: Readonly<Record<string, readonly JsonType[]>> = {
  int64: ['integer', 'long integer'],
  int32: ['integer'],
  double: ['integer', 'number', 'long integer'],
  float: ['integer', 'number', 'long integer'],
  string: ['string', 'long integer'],
  boolean: ['boolean'],
};

/** Returns whether a value is a timestamp of ISO 8601, as a `date-time` has to be. */
const isTimestamp = (json: unknown): boolean => formMet(readInstant, json)?.text.startsWith('ISO 8601') ?? false;

/** Returns whether a value is a date in year 1, which some platforms write for none. */
const isUnsetDate = (json: unknown): boolean =>
  typeof json === 'string' && /^\s*(?:0001-|\/Date\(-62135\d{9}[+)-])/.test(json);

const isNumeric = (json: unknown): boolean => typeof json === 'string' && /^-?\d+$/.test(json);

/** Says which ruling provides for the absence of a field; `optional` when the specification does not require it. */
const absenceOf = (structure: string, field: string): Ruling | 'optional' | null => {
  // Assumption: R7. The token query need not repeat all of a token response, and a good one has no `Error`.
  if (structure === 'TokenResponse') return 'R7';
  if (structure === 'ListingDefinition')
    return requiredListingFields.some((name) => name === field) ? null : 'optional';
  return structure === 'ListingResults' && field === 'TotalResults' ? 'R25' : null;
};

const nameIn = (object: JsonObject, name: string): string | undefined =>
  Object.hasOwn(object, name) ? name : Object.keys(object).find((key) => key.toLowerCase() === name.toLowerCase());

/** Compares a value with a type of the contract, and adds all differences and each form of a ruling to the findings. */
export const compareShape = (type: FieldType, json: unknown, path: string, findings: Findings): void => {
  const differs = (text: string, ruling: Ruling | null = null): void =>
    findings.add({ ruling, outcome: ruling === null ? 'open' : 'covered', path, text });

  const compareCode = (codes: CodeTable, seen: JsonType): void => {
    if (seen !== 'integer' && seen !== 'string') differs(`${seen} instead of int32`);
    // Assumption: R14, R15.
    else if (readCode(codes, json) === null) differs(`${seen} that is no code of its table; read as null`, 'R15');
    else if (seen === 'string') differs('string instead of int32', 'R14');
  };

  const compareList = (item: FieldType, elements: readonly unknown[]): void => {
    const entries = fieldEntries.get(path) ?? (item === StringId ? plainEntries : undefined);
    for (const element of elements) {
      if (element === null) differs('null among the elements');
      else if (entries === undefined)
        compareShape(item, element, item.kind === 'structure' ? item.name : path, findings);
      else compareRuled(entries, element, path, findings);
    }
  };

  const seen = jsonTypeOf(json);
  if (seen === 'null' || type.kind === 'untyped') return;
  if (type.kind === 'structure') {
    if (isJsonObject(json) && hasAnyField(json, Object.keys(type.fields))) compareFields(type, json, findings);
    else differs(`${isJsonObject(json) ? 'another object' : seen} instead of ${type.name}`);
  } else if (type.kind === 'list') {
    if (Array.isArray(json)) compareList(type.item, json);
    else differs(`${seen} instead of ${describeType(type)}`);
  } else if (type.kind === 'code') {
    compareCode(type.codes, seen);
  } else if (type.kind === 'date-time') {
    if (!isTimestamp(json)) differs(`${seen} that is no ISO 8601 timestamp`);
  } else if (!plainTypes[type.kind]?.includes(seen)) {
    // Assumption: R1. An id may come as the text of its digits.
    differs(`${seen} instead of ${type.kind}`, type.kind === 'int64' && isNumeric(json) ? 'R1' : null);
  } else if (type.kind === 'int32' && (Number(json) > MAX_INT32 || Number(json) < -MAX_INT32 - 1)) {
    differs('an integer of more than 32 bits');
  }
};

/**
 * Adds the form of a value for which a ruling allows several. The form that a plain list has anyway is left out.
 *
 * @param path null for an element of a response that is a list
 */
export const compareRuled = (ruled: Ruled, json: unknown, path: string | null, findings: Findings): void => {
  const form = ruled.read(json, (type, part) =>
    compareShape(type, part, type.kind === 'structure' ? type.name : (path ?? describeType(type)), findings),
  );
  if (form === null || (ruled === plainEntries && form.outcome === 'holds')) return;
  findings.add({ ruling: ruled.ruling, path, ...form });
};

/** Says what stands for a value that was never set; null for a value. The ids of lists of values begin with 0. */
const unsetForm = (structure: Structure, { kind }: FieldType, json: unknown): string | null => {
  // Assumption: R14.
  if (kind === 'int64' && structure !== StringId && (json === 0 || json === '0')) return '0 for none';
  return isUnsetDate(json) ? 'a date in year 1 for none' : null;
};

const compareFields = (structure: Structure, object: JsonObject, findings: Findings): void => {
  const declared = new Set<string>();
  findings.sawObject(structure.name);
  for (const [name, type] of Object.entries(structure.fields)) {
    const path = `${structure.name}.${name}`;
    const actual = nameIn(object, name);
    if (actual === undefined) {
      const absence = absenceOf(structure.name, name);
      if (absence !== 'optional') findings.missed(structure.name, name, absence);
      continue;
    }
    declared.add(actual);
    if (actual !== name) findings.add({ ruling: null, outcome: 'open', path, text: `written ${showName(actual)}` });
    const value = object[actual] ?? null;
    const ruled = fieldForms.get(path);
    const unset = unsetForm(structure, type, value);
    if (unset !== null) {
      findings.add({ ruling: 'R14', outcome: 'covered', path, text: unset });
      continue;
    }
    if (ruled === undefined) compareShape(type, value, path, findings);
    else if (value !== null) compareRuled(ruled, value, path, findings);
  }
  for (const name of Object.keys(object)) {
    if (declared.has(name)) continue;
    const path = `${structure.name}.${showName(name)}`;
    findings.add({ ruling: null, outcome: 'open', path, text: `extra field (${jsonTypeOf(object[name])})` });
  }
};
