/** Companies and users where the specification leaves their form open: `ItemDetail.Company`, `…User` (assumption R20). */
import { CompanyDetails, UserPublicProfile } from '../../contract/user.ts';
import { isNoId, parseInt64 } from '../../json/int64.ts';
import { fieldOf, firstFieldOf, isJsonObject } from '../../json/json-object.ts';
import type { ReportDrift } from '../call/drift.ts';
import { decode, type Read } from './decode.ts';

const ignore: ReportDrift = () => {};

const nameIn = (json: unknown, ...fields: readonly string[]): string | null => {
  const name = isJsonObject(json) ? firstFieldOf(json, ...fields) : json;
  return typeof name === 'string' && name.trim() !== '' ? name : null;
};

const hasId = (json: unknown, field: string): boolean => {
  const id = isJsonObject(json) ? fieldOf(json, field) : null;
  return parseInt64(id) !== null && !isNoId(id);
};

/**
 * Reads a company.
 *
 * Assumption: R20. With an `Id` it is a `CompanyDetails`; a string, or an object without one, gives the name alone.
 *
 * @returns null when there is neither an id nor a name
 */
export const readCompany = (json: unknown): Read<typeof CompanyDetails> | null => {
  if (hasId(json, 'Id')) return decode(CompanyDetails, json, ignore);
  const name = nameIn(json, 'Name');
  if (name === null) return null;
  return { Id: null, Logo: null, Name: name, CompanyType: null };
};

/**
 * Reads a user as others see them.
 *
 * Assumption: R20. With a `UserId` it is a `UserPublicProfile`; a string, or an object without one, gives the name alone.
 *
 * @returns null when there is neither an id nor a name
 */
export const readProfile = (json: unknown): Read<typeof UserPublicProfile> | null => {
  if (hasId(json, 'UserId')) return decode(UserPublicProfile, json, ignore);
  const name = nameIn(json, 'Username', 'Name');
  if (name === null) return null;
  return { Company: null, ItemCount: null, PictureUrl: null, RegistrationDate: null, UserId: null, Username: name };
};
