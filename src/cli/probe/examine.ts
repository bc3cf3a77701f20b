/** What the decoders of the gateway find in responses, and whether its readers can take the fields of no declared form. */
import { requiredListingFields } from '../../contract/listings.ts';
import type { ReportDrift } from '../../rest/call/call.ts';
import { readInstant } from '../../rest/decoding/instant.ts';
import { readCompany, readExtraParams, readProfile } from '../../rest/decoding/untyped-fields.ts';
import type { AddFinding, Finding } from './report.ts';

/** Assumptions on what decoders report, by the path of the report. */
const driftAssumptions: readonly (readonly [RegExp, Finding['assumption']])[] = [
  [/\.Vehicle(Makes|Models)$/, 'R9'],
  [/^StringId$|^PropertiesCollection\.(?!Filter)/, 'R8'],
  [/^Section$/, 'R11'],
  [/\.Images$/, 'R16'],
  [/\.TotalResults$/, 'R25'],
  [/\.CategoryCounts$/, 'R26'],
  [/^UserSectionsResponse\./, 'R27'],
];

/** The token query need not repeat all of a token, nor has a definition the fields of every kind of listing. */
const mayBeAbsent = (path: string): boolean =>
  path.startsWith('TokenResponse.') ||
  (path.startsWith('ListingDefinition.') && !requiredListingFields.some((field) => path.endsWith(`.${field}`)));

/** Makes what turns the reports of decoders into findings. */
export const addDrift =
  (add: AddFinding): ReportDrift =>
  ({ path, problem }) => {
    const assumption = driftAssumptions.find(([paths]) => paths.test(path))?.[1] ?? null;
    // Assumption: R7, R15, R25.
    if (problem === 'wrapped') add('R7', 'covered', 'inside of something', path);
    else if (problem === 'unknown-code') add('R15', 'covered', 'a code that is not in its table, read as null', path);
    else if (problem === 'unreadable') add(assumption, 'open', 'cannot be read', path);
    else if (problem === 'missing') add(null, 'covered', 'required, but null at times', path);
    else if (assumption === 'R25') add(assumption, 'covered', 'missing', path);
    else if (!mayBeAbsent(path)) add(null, 'open', 'missing', path);
  };

/** Fields of no declared form: the assumption on each, and the reader that the gateway has for it. */
const openFields: readonly (readonly [RegExp, Finding['assumption'], (json: unknown) => unknown])[] = [
  [/^[NS]_Params$/, 'R18', (json) => readExtraParams(json).at(0)],
  [/^Company$/, 'R20', readCompany],
  [/^User$/, 'R20', readProfile],
  [/^TelVerified$/, 'R22', readInstant],
  [/^(DateAdded|TelRestrictedUntil|LastModified|Expiry|RegistrationDate|TimeStamp)$|UTC$/, 'R21', readInstant],
];

const isNothing = (json: unknown): boolean =>
  json === null || json === '' || (typeof json === 'object' && Object.values(json).every(isNothing));

/** Tries the readers on the fields of no declared form in what was decoded of a response. */
export const examineFields = (decoded: unknown, add: AddFinding): void => {
  for (const [field, json] of typeof decoded === 'object' ? Object.entries(decoded ?? {}) : []) {
    examineFields(json, add);
    const [, assumption, read] = openFields.find(([names]) => names.test(field)) ?? [];
    if (assumption === undefined || isNothing(json)) continue;
    // Assumption: R21, R22. A text that is no date is shown as text only.
    const otherwise = read === readInstant ? 'covered' : 'open';
    if ((read?.(json) ?? null) === null) add(assumption, otherwise, 'cannot be read', field);
    else add(assumption, 'holds', 'can be read', field);
  }
};
