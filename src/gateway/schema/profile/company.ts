/** `Company`: of an account, or of a seller as far as it is recognised. */
import type { CompanyDetails } from '../../../contract/user.ts';
import { codeIn, type Read } from '../../../rest/decoding/decode.ts';
import { globalId } from '../../arguments/global-id.ts';
import { builder } from '../core/builder.ts';
import { CompanyKindRef } from '../core/enums.ts';

/** A company whose id is known. */
type CompanyModel = Read<typeof CompanyDetails> & { readonly Id: string };

/** A company when its id is known; without one it could not be distinguished from others. */
export const companyOf = (company: Read<typeof CompanyDetails> | null): CompanyModel | null =>
  company === null || company.Id === null ? null : { ...company, Id: company.Id };

/** `Company`. */
export const CompanyRef = builder.objectRef<CompanyModel>('Company').implement({
  description: 'A company of an account. Upstream `CompanyDetails`.',
  fields: (t) => ({
    id: t.id({
      nullable: false,
      description: 'A key for caches, not for `Query.node`.',
      resolve: ({ Id }) => globalId('Company', Id),
    }),
    databaseId: t.exposeID('Id', { nullable: false, description: 'Upstream `Id`.' }),
    name: t.exposeString('Name', { description: 'Display name.' }),
    logoUrl: t.exposeString('Logo', { description: 'URL of the logo.' }),
    kind: t.expose('CompanyType', { type: CompanyKindRef, description: 'Kind of company.' }),
    kindCode: t.int({
      description: 'Upstream `CompanyType`, also one unknown here.',
      resolve: (company) => codeIn(company, 'CompanyType'),
    }),
  }),
});
