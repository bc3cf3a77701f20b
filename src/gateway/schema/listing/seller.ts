/** `Seller` with `Contact`: who sells, from the detail view. */
import type { ContactDetails } from '../../../contract/listings.ts';
import type { Read } from '../../../rest/decoding/decode.ts';
import { readCompany, readProfile } from '../../../rest/decoding/untyped-fields.ts';
import { CompanyRef, UserProfileRef } from '../account/profiles.ts';
import { builder } from '../core/builder.ts';
import { withId } from '../core/node.ts';
import { neverNull, readableList } from '../core/views.ts';
import type { ListingDetail } from './listing-model.ts';

/** Options of the profile behind a contact or a listing. */
const profile = {
  type: UserProfileRef,
  description: 'Upstream `User`, as far as it is recognised.',
  resolve: ({ User }: Pick<ListingDetail, 'User'>) => withId(readProfile(User), 'UserId'),
};

const ContactRef = builder.objectRef<Read<typeof ContactDetails>>('Contact').implement({
  description: 'A contact of the seller. Upstream `ContactDetails`.',
  fields: (t) => ({
    fullName: t.exposeString('FullName', { description: 'Display name.' }),
    telephones: t.stringList({
      nullable: false,
      description: 'Telephone numbers, as upstream formats them.',
      resolve: (contact) => neverNull(() => readableList(contact, 'Telephones', 'getListing')),
    }),
    profile: t.field(profile),
    userData: t.expose('User', { type: 'JSON', description: 'Upstream `User`, unparsed.' }),
  }),
});

export const SellerRef = builder.objectRef<ListingDetail>('Seller').implement({
  description: "The seller, with everything in upstream's detail view.",
  fields: (t) => ({
    name: t.exposeString('Seller', { description: 'Upstream `Seller`.' }),
    kind: t.exposeString('SellerType', {
      description: 'Kind of seller, as free text of the service. Upstream `SellerType`.',
    }),
    telephone: t.string({
      description: 'First telephone number to try.',
      resolve: ({ Telephone, Telephones }) => Telephone || Telephones?.[0] || null,
    }),
    telephones: t.stringList({
      nullable: false,
      description: 'All telephone numbers, as upstream formats them.',
      resolve: (detail) => neverNull(() => readableList(detail, 'Telephones', 'getListing')),
    }),
    contacts: t.field({
      type: [ContactRef],
      nullable: false,
      description: 'Contacts of the seller.',
      resolve: (detail) => neverNull(() => readableList(detail, 'Contacts', 'getListing')),
    }),
    company: t.field({
      type: CompanyRef,
      description: 'Upstream `Company`, as far as it is recognised.',
      resolve: ({ Company }) => withId(readCompany(Company), 'Id'),
    }),
    profile: t.field(profile),
    companyData: t.expose('Company', { type: 'JSON', description: 'Upstream `Company`, unparsed.' }),
    userData: t.expose('User', { type: 'JSON', description: 'Upstream `User`, unparsed.' }),
  }),
});
