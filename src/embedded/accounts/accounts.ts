/** The user of a token: account data, sections with listings, and what others see of an account. */
import { CompanyType, PropertySellerType } from '../../contract/codes.ts';
import type { WireInt64 } from '../../contract/structure.ts';
import type { CompanyDetails, PostUserDetailsRequest, SharedUser, UserPublicProfile } from '../../contract/user.ts';
import { balanceCents } from '../billing/account.ts';
import { type Rule, telephone, textOf } from '../core/field-rules.ts';
import { badRequest } from '../core/refusal.ts';
import { absoluteUrl } from '../core/written-values.ts';
import { majorUnits } from '../core/written-values.ts';
import type { SqlValue } from '../database/database.ts';
import { type Row, updateRow } from '../database/row.ts';
import { PUBLICLY_VISIBLE } from '../listings/listing-access.ts';
import type { Handler, Service } from '../service/service.ts';

/** Reads a user as a seller: their public profile, whose `ItemCount` counts what everybody may see, and what a listing says of them. */
export const getSeller = (service: Service, userId: number) =>
  service.database.get(
    `SELECT *, (SELECT count(*) FROM listings WHERE owner_id = users.id AND ${PUBLICLY_VISIBLE}) AS item_count
     FROM users WHERE id = ?`,
    [service.now(), userId],
    (row) => ({
      name: row.text('name'),
      /** `Private` or `Business`; null when the user never said. */
      accountType: row.optionalText('account_type'),
      profile: {
        Company: row.optionalText('company'),
        ItemCount: row.integer('item_count'),
        PictureUrl: absoluteUrl(service, row.optionalText('picture_url')),
        RegistrationDate: row.instant('registered_at'),
        UserId: row.integer('id'),
        Username: row.text('username'),
      } satisfies UserPublicProfile,
    }),
  );

/** A user as a seller. */
export type Seller = ReturnType<typeof getSeller>;

const companyReader =
  (service: Service) =>
  (row: Row): CompanyDetails => ({
    Id: row.integer('id'),
    Logo: absoluteUrl(service, row.optionalText('logo_url')),
    Name: row.text('name'),
    CompanyType: row.code('company_type', CompanyType),
  });

/** Finds a company. */
export const findCompany = (service: Service, id: number): CompanyDetails | undefined =>
  service.database.find('SELECT * FROM companies WHERE id = ?', [id], companyReader(service));

/** Lists the companies of an account. */
export const listCompanies = (service: Service, ownerId: number): CompanyDetails[] =>
  service.database.list('SELECT * FROM companies WHERE owner_id = ? ORDER BY id', [ownerId], companyReader(service));

const listSharedUsers = ({ database }: Service, ownerId: number): SharedUser[] =>
  database.list('SELECT * FROM shared_users WHERE owner_id = ? ORDER BY is_group, shared_id', [ownerId], (row) => ({
    Id: row.integer('shared_id'),
    IsGroup: row.flag('is_group'),
    Name: row.text('name'),
    Username: row.optionalText('username'),
  }));

/** Finds a user or group with whom an account is shared; `userId` is null for a group. */
export const findAssignee = ({ database }: Service, ownerId: number, sharedId: WireInt64) =>
  database.find(
    'SELECT name, is_group, shared_id FROM shared_users WHERE owner_id = ? AND shared_id = ?',
    [ownerId, sharedId],
    (row) => ({ name: row.text('name'), userId: row.flag('is_group') ? null : row.integer('shared_id') }),
  );

/** GET /v1/user/details. `TelVerified` is the time of verification (assumption R22). */
export const getUserDetails: Handler<'getUserDetails'> = ({ caller }, service) =>
  service.database.get('SELECT * FROM users WHERE id = ?', [caller.userId], (row) => ({
    UserID: row.integer('id'),
    Username: row.text('username'),
    Name: row.text('name'),
    Email: row.text('email'),
    Company: row.optionalText('company'),
    AccountType: row.optionalText('account_type'),
    ProfileImage: absoluteUrl(service, row.optionalText('picture_url')),
    Telephone: row.optionalText('telephone'),
    TelRestrictedUntil: row.optionalInstant('telephone_restricted_until'),
    TelVerified: row.optionalInstant('telephone_verified_at'),
    VatNumber: row.optionalText('vat_number'),
    Balance: majorUnits(balanceCents(service, caller.userId)),
    TelRestricted: row.flag('is_telephone_restricted'),
    PropertySellerType: row.code('property_seller_type', PropertySellerType),
    PropertySellerTypeLocked: row.flag('is_property_seller_type_locked'),
    Companies: listCompanies(service, caller.userId),
    SharedUsers: listSharedUsers(service, caller.userId),
  }));

/**
 * GET /v1/user/sections: those with active, expired or test listings of the caller, in the order of the sections.
 *
 * Assumption: R27: three arrays of one length, read by index; `Expired` counts the expired listings.
 */
export const listUserSections: Handler<'listUserSections'> = ({ caller }, service) => {
  const sections = service.database.list(
    `SELECT sections.id, sections.name, count(*) FILTER (WHERE expires_at <= ?) AS expired FROM listings
     JOIN sections ON sections.id = section_id
     WHERE owner_id = ? AND deleted_at IS NULL GROUP BY sections.id ORDER BY sections.position`,
    [service.now(), caller.userId],
    (row) => ({ id: row.integer('id'), name: row.text('name'), expired: row.integer('expired') }),
  );
  return {
    Expired: sections.map(({ expired }) => expired),
    SectionNames: sections.map(({ name }) => name),
    Sections: sections.map(({ id }) => id),
  };
};

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
  Name: { words: 'Name', column: 'name', rule: textOf({ isNeeded: true, most: 100 }) },
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
    updateRow(
      service.database,
      'users',
      caller.userId,
      isNewNumber ? { ...columns, telephone_verified_at: null } : columns,
    );
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
  updateRow(service.database, 'users', caller.userId, {
    picture_url: sent === '' ? null : readPictureUrl(sent, service.origin),
  });
};
