/** Derives findings from the bodies of an endpoint's responses. */
import { type Endpoint, type EndpointName, endpoints } from '../../../contract/endpoints.ts';
import type { FieldType } from '../../../contract/structure.ts';
import { isJsonObject } from '../../../json/json-object.ts';
import { type BodyContent, findContent } from './body.ts';
import { responseEntries } from './entry-form.ts';
import { type Finding, Findings, findingOf, type Outcome, type Ruling } from './finding.ts';
import type { Ruled } from './form.ts';
import { describeType, jsonTypeOf } from './json-type.ts';
import { compareRuled, compareShape } from './shape.ts';
import { examineWatched } from './watched-form.ts';
import { examineWhole } from './whole-response.ts';

const elementsOf: Partial<Record<EndpointName, Ruled>> = responseEntries;

const addWrapping = (name: EndpointName, { wrapping, isBareList }: BodyContent<unknown>, findings: Findings): void => {
  const { response }: Endpoint = endpoints[name];
  const add = (ruling: Ruling, outcome: Outcome, text: string): void => findings.add(findingOf(ruling, outcome, text));
  if (response.kind !== 'json') return;
  const declared = describeType(response.type);
  // Assumption: R12. One section may come as an array of one.
  if (name === 'getSection') add('R12', wrapping === null ? 'holds' : 'covered', wrapping ?? 'one object');
  else if (isBareList) add('R7', 'covered', `a bare array in place of ${declared}`);
  else if (wrapping !== null) add('R7', 'covered', `${declared}, ${wrapping}`);
  else if (!response.declared) add('R7', 'holds', declared);
};

const compareContent = (name: EndpointName, type: FieldType, json: unknown, findings: Findings): void => {
  const entries = elementsOf[name];
  if (entries !== undefined && Array.isArray(json)) {
    for (const entry of json) compareRuled(entries, entry, null, findings);
  } else {
    compareShape(type, json, describeType(type.kind === 'list' ? type.item : type), findings);
  }
};

const examineBody = (name: EndpointName, type: FieldType, body: unknown, findings: Findings): void => {
  if (name === 'getWatchedListing') return examineWatched(body, findings);
  const found = findContent(type, body);
  if (found === null) {
    return findings.add(findingOf(null, 'open', `${jsonTypeOf(body)} in place of ${describeType(type)}`));
  }
  const { content } = found;
  addWrapping(name, found, findings);
  compareContent(name, type, content, findings);
  if (isJsonObject(content)) for (const each of examineWhole(name, content)) findings.add(each);
};

/**
 * Compares the bodies of an endpoint's responses, as JSON, with its type and the rulings on it.
 *
 * @returns each finding once; empty for an endpoint that does not respond with JSON
 */
export const examineBodies = (name: EndpointName, bodies: readonly unknown[]): readonly Finding[] => {
  const { response }: Endpoint = endpoints[name];
  const findings = new Findings();
  if (response.kind === 'json') {
    for (const body of bodies) examineBody(name, response.type, body, findings);
  }
  return findings.list();
};
