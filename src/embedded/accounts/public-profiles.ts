/** Public profiles of users and companies. */
import { CompanyType } from '../../contract/codes.ts';
import type { CompanyDetails, UserPublicProfile } from '../../contract/user.ts';
import { absoluteUrl } from '../core/absolute-url.ts';
import type { Row } from '../database/row.ts';
import { PUBLICLY_VISIBLE } from '../listings/listing-visibility.ts';
import type { Service } from '../service/service.ts';

/** A user as a seller: their public profile and what a listing says of them. */
export interface Seller {
  readonly name: string;
  /** `Private` or `Business`; null when the user never said. */
  readonly accountType: string | null;
  readonly profile: UserPublicProfile;
}

/** Reads a user as a seller; `ItemCount` counts the listings that everybody may see. */
export const getSeller = (service: Service, userId: number): Seller =>
  service.database.get(
    `SELECT *, (SELECT count(*) FROM listings WHERE owner_id = users.id AND ${PUBLICLY_VISIBLE}) AS item_count
     FROM users WHERE id = ?`,
    [service.now(), userId],
    (row) => ({
      name: row.text('name'),
      accountType: row.optionalText('account_type'),
      profile: {
        Company: row.optionalText('company'),
        ItemCount: row.integer('item_count'),
        PictureUrl: absoluteUrl(service.origin, row.optionalText('picture_url')),
        RegistrationDate: new Date(row.integer('registered_at')).toISOString(),
        UserId: row.integer('id'),
        Username: row.text('username'),
      },
    }),
  );

const companyReader =
  ({ origin }: Service) =>
  (row: Row): CompanyDetails => ({
    Id: row.integer('id'),
    Logo: absoluteUrl(origin, row.optionalText('logo_url')),
    Name: row.text('name'),
    CompanyType: row.code('company_type', CompanyType),
  });

/** Finds a company. */
export const findCompany = (service: Service, id: number): CompanyDetails | undefined =>
  service.database.find('SELECT * FROM companies WHERE id = ?', [id], companyReader(service));

/** Lists the companies of an account. */
export const listCompanies = (service: Service, ownerId: number): CompanyDetails[] =>
  service.database.list('SELECT * FROM companies WHERE owner_id = ? ORDER BY id', [ownerId], companyReader(service));
