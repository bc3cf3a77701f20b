import { CompanyType, PremiumOption, PropertySellerType } from '../../../contract/codes.ts';
import type { DemoAccount } from '../model/demo-types.ts';
import { createLedger, credit, order, orderLine, payment, premiumCharge, relistingCharge } from './account-ledger.ts';

const dealerOrder = order(80_301, 88, 'both', [orderLine('Account credit EUR 200', 1, 16_949)]);
const recruiterOrder = order(80_311, 57, 'invoice', [orderLine('Vacancy pack, 10 listings', 1, 12_500)]);
const developerOrder = order(80_321, 132, 'both', [orderLine('Account credit EUR 200', 2, 16_949)]);

/** Defaults of a private account. */
const privateAccount = {
  company: null,
  accountType: 'Private',
  isTelephoneRestricted: false,
  telephoneRestrictedUntilDaysAgo: null,
  vatNumber: null,
  propertySellerType: PropertySellerType.NotDefined,
  isPropertySellerTypeLocked: false,
  companies: [],
  sharedUsers: [],
  orders: [],
} as const;

const karmenu: DemoAccount = {
  ...privateAccount,
  id: 5_005,
  username: 'karmenu',
  name: 'Karmenu Zerafa',
  email: 'karmenu@example.com',
  profilePicture: 'avatar/41/1',
  telephone: '+356 4990 3471',
  telephoneVerifiedDaysAgo: 820.7,
  registeredDaysAgo: 1_204.2,
  entries: createLedger([
    credit(300.4, 1_500, 'Credit for returned featured days'),
    premiumCharge(122.9, PremiumOption.Featured_3days),
    relistingCharge(58.1, 2),
  ]),
};

const luisa: DemoAccount = {
  ...privateAccount,
  id: 5_006,
  username: 'luisa',
  name: 'Luisa Borg Camilleri',
  email: 'luisa@example.com',
  profilePicture: 'avatar/55/1',
  telephone: '+356 4900 6183',
  telephoneVerifiedDaysAgo: 390.2,
  registeredDaysAgo: 391.8,
  entries: createLedger([credit(391.7, 500, 'Welcome credit')]),
};

const jeremy: DemoAccount = {
  ...privateAccount,
  id: 5_007,
  username: 'jeremy',
  name: 'Jeremy Portelli',
  email: 'jeremy@example.com',
  profilePicture: 'avatar/63/1',
  telephone: '+356 4900 8830',
  telephoneVerifiedDaysAgo: null,
  registeredDaysAgo: 152.5,
  entries: createLedger([credit(152.4, 500, 'Welcome credit'), relistingCharge(21.3, 1)]),
};

const harbourmotors: DemoAccount = {
  id: 5_008,
  username: 'harbourmotors',
  name: 'Stefan Attard Pace',
  email: 'harbourmotors@example.com',
  company: 'Harbour ConnectionPool Motors',
  accountType: 'Business',
  profilePicture: 'company-logo/red/1',
  telephone: '+356 4270 4090',
  telephoneVerifiedDaysAgo: 611.9,
  isTelephoneRestricted: false,
  telephoneRestrictedUntilDaysAgo: null,
  vatNumber: 'MT90334127',
  propertySellerType: PropertySellerType.NotDefined,
  isPropertySellerTypeLocked: false,
  registeredDaysAgo: 612.3,
  companies: [
    {
      id: 7_003,
      name: 'Harbour ConnectionPool Motors',
      companyType: CompanyType.CarAgent,
      logo: 'company-logo/red/1',
    },
  ],
  sharedUsers: [],
  entries: createLedger([
    payment(dealerOrder),
    premiumCharge(87.4, PremiumOption.Featured_7days, 4),
    relistingCharge(52.6, 12),
    premiumCharge(30.2, PremiumOption.Featured, 2),
    relistingCharge(14.8, 9),
  ]),
  orders: [dealerOrder],
};

const talentbridge: DemoAccount = {
  id: 5_009,
  username: 'talentbridge',
  name: 'Rebecca Mifsud',
  email: 'talentbridge@example.com',
  company: 'Talent Bridge Recruitment',
  accountType: 'Business',
  profilePicture: 'company-logo/blue/1',
  telephone: '+356 4270 7725',
  telephoneVerifiedDaysAgo: 338.6,
  isTelephoneRestricted: false,
  telephoneRestrictedUntilDaysAgo: null,
  vatNumber: 'MT90447205',
  propertySellerType: PropertySellerType.NotDefined,
  isPropertySellerTypeLocked: false,
  registeredDaysAgo: 340.1,
  companies: [
    {
      id: 7_004,
      name: 'Talent Bridge Recruitment',
      companyType: CompanyType.Recruiter,
      logo: 'company-logo/blue/1',
    },
  ],
  sharedUsers: [],
  entries: createLedger([
    payment(recruiterOrder),
    relistingCharge(40.5, 20),
    premiumCharge(18.7, PremiumOption.Featured_7days, 3),
    relistingCharge(8.9, 15),
  ]),
  orders: [recruiterOrder],
};

const stonebuild: DemoAccount = {
  id: 5_010,
  username: 'stonebuild',
  name: 'Anthony Saliba',
  email: 'stonebuild@example.com',
  company: 'Saliba Stonebuild Developments',
  accountType: 'Business',
  profilePicture: 'company-logo/brown/1',
  telephone: '+356 4270 9136',
  telephoneVerifiedDaysAgo: 702.3,
  isTelephoneRestricted: false,
  telephoneRestrictedUntilDaysAgo: null,
  vatNumber: 'MT90118863',
  propertySellerType: PropertySellerType.Developer,
  isPropertySellerTypeLocked: true,
  registeredDaysAgo: 703.9,
  companies: [
    {
      id: 7_005,
      name: 'Saliba Stonebuild Developments',
      companyType: CompanyType.Property,
      logo: 'company-logo/brown/1',
    },
    { id: 7_006, name: 'Stonebuild Quarry Works', companyType: CompanyType.OtherCompany, logo: null },
  ],
  sharedUsers: [],
  entries: createLedger([
    payment(developerOrder, 'Bank transfer'),
    premiumCharge(131.2, PremiumOption.Featured, 6),
    premiumCharge(70.5, PremiumOption.Featured, 4),
    relistingCharge(33.4, 11),
  ]),
  orders: [developerOrder],
};

/** Owners of other listings, and users behind shared users and message threads. */
export const backgroundAccounts: readonly DemoAccount[] = [
  karmenu,
  luisa,
  jeremy,
  harbourmotors,
  talentbridge,
  stonebuild,
];
