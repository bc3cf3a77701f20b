/** `Company`: of an account, or of a seller as far as it is recognised. */
import type { CompanyDetails } from '../../../contract/user.ts';
import type { Read } from '../../../rest/decoding/decode.ts';
import { builder } from '../core/builder.ts';
import { CompanyKindRef } from '../core/enums.ts';
import { cacheKey } from '../core/node.ts';
import { viewFields } from '../core/views.ts';

/** A company whose id is known. */
type CompanyModel = Read<typeof CompanyDetails> & { readonly Id: string };

/** A company when its id is known; without one it could not be distinguished from others. */
export const companyOf = (company: Read<typeof CompanyDetails> | null): CompanyModel | null =>
  company === null || company.Id === null ? null : { ...company, Id: company.Id };

const company = viewFields((model: CompanyModel) => model);

/** `Company`. */
export const CompanyRef = builder.objectRef<CompanyModel>('Company').implement({
  description: 'A company of an account. Upstream `CompanyDetails`.',
  fields: (t) => ({
    id: t.id(cacheKey('Company', 'Id')),
    databaseId: t.exposeID('Id', { nullable: false, description: 'Upstream `Id`.' }),
    name: t.exposeString('Name', { description: 'Display name.' }),
    logoUrl: t.exposeString('Logo', { description: 'URL of the logo.' }),
    kind: t.expose('CompanyType', { type: CompanyKindRef, description: 'Kind of company.' }),
    kindCode: t.int(company.code('CompanyType')),
  }),
});
