/** Changing the caller's account: POST /v1/user/details and POST /v1/user/profilepicture. */
import type { PostUserDetailsRequest } from '../../contract/user.ts';
import { type Rule, telephone, textOf } from '../core/field-rules.ts';
import { badRequest } from '../core/refusal.ts';
import type { SqlValue } from '../database/database.ts';
import type { Handler } from '../service/endpoint-handler.ts';
import type { Service } from '../service/service.ts';

type DetailsField = keyof PostUserDetailsRequest;

const vatNumber: Rule<string> = (sent) => {
  const reading = textOf({ most: 20 })(sent);
  if (!reading.ok) return reading;
  const isGood = /^[\dA-Z][\dA-Z .-]*$/i.test(reading.value);
  return isGood ? reading : { ok: false, problem: 'must be a VAT number: letters and digits' };
};

const fields: Readonly<
  Record<DetailsField, { readonly words: string; readonly column: string; readonly rule: Rule<string> }>
> = {
  AccountType: { words: 'Account type', column: 'account_type', rule: textOf({ most: 50 }) },
  Company: { words: 'Company', column: 'company', rule: textOf({ most: 100 }) },
  Name: { words: 'Name', column: 'name', rule: textOf({ least: 1, most: 100 }) },
  Telephone: { words: 'Telephone number', column: 'telephone', rule: telephone },
  VatNumber: { words: 'VAT number', column: 'vat_number', rule: vatNumber },
};

const isField = (name: string): name is DetailsField => name in fields;

const readField = (name: DetailsField, sent: string): string | null => {
  if (sent.trim() === '' && name !== 'Name') return null;
  const reading = fields[name].rule(sent);
  if (!reading.ok) throw badRequest(`${fields[name].words} ${reading.problem}.`);
  return reading.value;
};

const updateUser = ({ database }: Service, userId: number, columns: Readonly<Record<string, SqlValue>>): void => {
  const assignments = Object.keys(columns).map((column) => `${column} = ?`);
  if (assignments.length === 0) return;
  database.run(`UPDATE users SET ${assignments.join(', ')} WHERE id = ?`, [...Object.values(columns), userId]);
};

const findTelephone = ({ database }: Service, userId: number): string | null =>
  database.get('SELECT telephone FROM users WHERE id = ?', [userId], (row) => row.optionalText('telephone'));

/**
 * POST /v1/user/details. An empty text takes a value away, but never the name; another telephone number is not verified.
 *
 * Assumption: R38: what is not sent, or null, stays as it is.
 */
export const updateUserDetails: Handler<'updateUserDetails'> = ({ body, caller }, service) => {
  const columns: Record<string, SqlValue> = {};
  for (const [name, sent] of Object.entries(body)) {
    if (isField(name) && sent !== null) columns[fields[name].column] = readField(name, sent);
  }
  service.database.transaction(() => {
    const isNewNumber = 'telephone' in columns && columns['telephone'] !== findTelephone(service, caller.userId);
    updateUser(service, caller.userId, isNewNumber ? { ...columns, telephone_verified_at: null } : columns);
  });
};

const MAXIMUM_URL_LENGTH = 2048;

/** A picture of this service is kept without its origin, so that it outlives a change of it. */
const readPictureUrl = (sent: string, origin: string): string => {
  const url = URL.canParse(sent) ? new URL(sent) : null;
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:') || url.href.length > MAXIMUM_URL_LENGTH) {
    throw badRequest(
      `The address of the picture must be an http or https URL of at most ${MAXIMUM_URL_LENGTH} characters.`,
    );
  }
  return url.origin === origin ? `${url.pathname}${url.search}` : url.href;
};

/** POST /v1/user/profilepicture. An empty URL takes the picture away. */
export const updateProfilePicture: Handler<'updateProfilePicture'> = ({ body, caller }, service) => {
  const { PictureUrl } = body;
  if (PictureUrl === null) throw badRequest("Body field 'PictureUrl' is required.");
  const sent = PictureUrl.trim();
  updateUser(service, caller.userId, { picture_url: sent === '' ? null : readPictureUrl(sent, service.origin) });
};
