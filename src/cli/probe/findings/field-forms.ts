/** The fields for which a ruling allows several forms, with the readers that know them. */
import { readExtraParams } from '../../../upstream/decoding/extra-params.ts';
import { readInstant } from '../../../upstream/decoding/instant.ts';
import type { MetForm, ReportForm } from '../../../upstream/decoding/met-form.ts';
import { readCompany, readProfile } from '../../../upstream/decoding/untyped-profiles.ts';
import { readImages } from '../../../upstream/endpoints/photos.ts';
import { readSectionField } from '../../../upstream/endpoints/sections.ts';
import { readCategoryCounts } from '../../../upstream/endpoints/user.ts';
import type { Ruling } from './finding.ts';
import { covered, holds, open, type ReadForm, type Ruled } from './form.ts';
import { jsonTypeOf } from './json-type.ts';

/** Reads a value, and reports its form when it can. */
type Reader = (json: unknown, reportForm: ReportForm) => unknown;

const isEmpty = (json: unknown): boolean => json === '' || (Array.isArray(json) && json.length === 0);
const ignoreDrift = (): void => {};

/** The form that a reader meets; null when it cannot read the value. */
export const formMet = (read: Reader, json: unknown): MetForm | null => {
  const forms: MetForm[] = [];
  read(json, (form) => forms.push(form));
  return forms[0] ?? null;
};

const formBy =
  (read: Reader, unread = open): ReadForm =>
  (json, compareAs) => {
    if (isEmpty(json)) return null;
    const met = formMet(read, json);
    if (met === null) return unread(json);
    if (met.readAs !== undefined) compareAs(met.readAs.type, met.readAs.json);
    return met.isAssumed ? holds(met.text) : covered(met.text);
  };

/** Any text that is no date is shown as text only. */
const readDateForm = formBy(readInstant, (json) =>
  typeof json === 'string' || typeof json === 'number'
    ? covered(`another ${jsonTypeOf(json)}, shown as text only`)
    : open(json),
);

const readImagesForm = formBy(
  (json, reportForm) => readImages(json, ignoreDrift, reportForm),
  (json) =>
    Array.isArray(json) ? { outcome: 'open', text: 'an array without images, which is not read' } : open(json),
);

const fields = (ruling: Ruling, read: ReadForm, ...paths: readonly string[]): readonly (readonly [string, Ruled])[] =>
  paths.map((path) => [path, { ruling, read }]);

/** Forms by structure and field. */
export const fieldForms: ReadonlyMap<string, Ruled> = new Map<string, Ruled>([
  ...fields('R11', formBy(readSectionField), 'Section.SecType', 'Section.SectionID', 'Section.SectionName'),
  ...fields('R16', readImagesForm, 'ListingDefinition.Images'),
  ...fields(
    'R18',
    formBy(readExtraParams),
    'ItemDetail.N_Params',
    'ItemDetail.S_Params',
    'ListItem.N_Params',
    'ListItem.S_Params',
  ),
  ...fields('R20', formBy(readCompany), 'ItemDetail.Company'),
  ...fields('R20', formBy(readProfile), 'ItemDetail.User', 'ContactDetails.User'),
  ...fields(
    'R21',
    readDateForm,
    'ItemDetail.DateAdded',
    'ListItem.DateAddedUTC',
    'ListingDefinition.FirstListedUTC',
    'ListingDefinition.RelistedUTC',
    'UserDetailsResponse.TelRestrictedUntil',
    'UserThread.LastModified',
  ),
  ...fields('R22', readDateForm, 'UserDetailsResponse.TelVerified'),
  ...fields(
    'R26',
    formBy((json, reportForm) => readCategoryCounts(json, ignoreDrift, reportForm)),
    'ListingResults.CategoryCounts',
  ),
]);
