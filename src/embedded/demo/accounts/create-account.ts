/** Demo accounts from what sets them apart; everything else has a default. */
import { PropertySellerType } from '../../../contract/codes.ts';
import type { DemoAccount, DemoCompany } from '../model/demo-account-types.ts';

type AccountFields = Pick<DemoAccount, 'id' | 'username' | 'name' | 'registeredDaysAgo'> & Partial<DemoAccount>;

/** Creates an account. By default it is private and has neither contact details nor companies nor movements. */
export const createAccount = (fields: AccountFields): DemoAccount => ({
  email: `${fields.username}@example.com`,
  company: null,
  accountType: 'Private',
  profilePicture: null,
  telephone: null,
  telephoneVerifiedDaysAgo: null,
  isTelephoneRestricted: false,
  telephoneRestrictedUntilDaysAgo: null,
  vatNumber: null,
  propertySellerType: PropertySellerType.NotDefined,
  isPropertySellerTypeLocked: false,
  companies: [],
  sharedUsers: [],
  entries: [],
  orders: [],
  ...fields,
});

interface BusinessFields extends AccountFields {
  readonly company: string;
  readonly profilePicture: string;
  /** The company that has the name and the picture of the account. */
  readonly mainCompany: Pick<DemoCompany, 'id' | 'companyType'>;
  readonly otherCompanies?: readonly DemoCompany[];
}

/** Creates the account of a business. */
export const createBusinessAccount = ({ mainCompany, otherCompanies = [], ...fields }: BusinessFields): DemoAccount =>
  createAccount({
    accountType: 'Business',
    companies: [{ ...mainCompany, name: fields.company, logo: fields.profilePicture }, ...otherCompanies],
    ...fields,
  });
