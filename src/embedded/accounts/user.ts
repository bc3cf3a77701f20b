/** The caller's own account: GET /v1/user/details. */
import { PropertySellerType } from '../../contract/codes.ts';
import type { SharedUser } from '../../contract/user.ts';
import { balanceCents } from '../billing/account-charges.ts';
import { absoluteUrl } from '../core/absolute-url.ts';
import { majorUnits } from '../listings/price-text.ts';
import type { Handler } from '../service/endpoint-handler.ts';
import type { Service } from '../service/service.ts';
import { listCompanies } from './public-profiles.ts';

const listSharedUsers = ({ database }: Service, ownerId: number): SharedUser[] =>
  database.list('SELECT * FROM shared_users WHERE owner_id = ? ORDER BY is_group, shared_id', [ownerId], (row) => ({
    Id: row.integer('shared_id'),
    IsGroup: row.flag('is_group'),
    Name: row.text('name'),
    Username: row.optionalText('username'),
  }));

const isoOrNull = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString());

/** GET /v1/user/details. `TelVerified` is the time of verification (ruling R22). */
export const getUserDetails: Handler<'getUserDetails'> = ({ caller }, service) =>
  service.database.get('SELECT * FROM users WHERE id = ?', [caller.userId], (row) => ({
    UserID: row.integer('id'),
    Username: row.text('username'),
    Name: row.text('name'),
    Email: row.text('email'),
    Company: row.optionalText('company'),
    AccountType: row.optionalText('account_type'),
    ProfileImage: absoluteUrl(service.origin, row.optionalText('picture_url')),
    Telephone: row.optionalText('telephone'),
    TelRestrictedUntil: isoOrNull(row.optionalInteger('telephone_restricted_until')),
    TelVerified: isoOrNull(row.optionalInteger('telephone_verified_at')),
    VatNumber: row.optionalText('vat_number'),
    Balance: majorUnits(balanceCents(service, caller.userId)),
    TelRestricted: row.flag('is_telephone_restricted'),
    PropertySellerType: row.code('property_seller_type', PropertySellerType),
    PropertySellerTypeLocked: row.flag('is_property_seller_type_locked'),
    Companies: listCompanies(service, caller.userId),
    SharedUsers: listSharedUsers(service, caller.userId),
  }));
