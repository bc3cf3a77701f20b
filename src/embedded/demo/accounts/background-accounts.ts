import { CompanyType, PremiumOption, PropertySellerType } from '../../../contract/codes.ts';
import type { DemoAccount } from '../model/demo-account-types.ts';
import { createLedger, credit, order, orderLine, payment, premiumCharge, relistingCharge } from './account-ledger.ts';
import { createAccount, createBusinessAccount } from './create-account.ts';

const dealerOrder = order(80_301, 88, 'both', [orderLine('Account credit EUR 200', 1, 16_949)]);
const recruiterOrder = order(80_311, 57, 'invoice', [orderLine('Vacancy pack, 10 listings', 1, 12_500)]);
const developerOrder = order(80_321, 132, 'both', [orderLine('Account credit EUR 200', 2, 16_949)]);

const karmenu = createAccount({
  id: 5_005,
  username: 'karmenu',
  name: 'Karmenu Zerafa',
  profilePicture: 'avatar/41/1',
  telephone: '+356 4990 3471',
  telephoneVerifiedDaysAgo: 820.7,
  registeredDaysAgo: 1_204.2,
  entries: createLedger([
    credit(300.4, 1_500, 'Credit for returned featured days'),
    premiumCharge(122.9, PremiumOption.Featured_3days),
    relistingCharge(58.1, 2),
  ]),
});

const luisa = createAccount({
  id: 5_006,
  username: 'luisa',
  name: 'Luisa Borg Camilleri',
  profilePicture: 'avatar/55/1',
  telephone: '+356 4900 6183',
  telephoneVerifiedDaysAgo: 390.2,
  registeredDaysAgo: 391.8,
  entries: createLedger([credit(391.7, 500, 'Welcome credit')]),
});

const jeremy = createAccount({
  id: 5_007,
  username: 'jeremy',
  name: 'Jeremy Portelli',
  profilePicture: 'avatar/63/1',
  telephone: '+356 4900 8830',
  registeredDaysAgo: 152.5,
  entries: createLedger([credit(152.4, 500, 'Welcome credit'), relistingCharge(21.3, 1)]),
});

const harbourmotors = createBusinessAccount({
  id: 5_008,
  username: 'harbourmotors',
  name: 'Stefan Attard Pace',
  company: 'Harbour Lane Motors',
  profilePicture: 'company-logo/red/1',
  telephone: '+356 4270 4090',
  telephoneVerifiedDaysAgo: 611.9,
  vatNumber: 'MT90334127',
  registeredDaysAgo: 612.3,
  mainCompany: { id: 7_003, companyType: CompanyType.CarAgent },
  entries: createLedger([
    payment(dealerOrder),
    premiumCharge(87.4, PremiumOption.Featured_7days, 4),
    relistingCharge(52.6, 12),
    premiumCharge(30.2, PremiumOption.Featured, 2),
    relistingCharge(14.8, 9),
  ]),
  orders: [dealerOrder],
});

const talentbridge = createBusinessAccount({
  id: 5_009,
  username: 'talentbridge',
  name: 'Rebecca Mifsud',
  company: 'Talent Bridge Recruitment',
  profilePicture: 'company-logo/blue/1',
  telephone: '+356 4270 7725',
  telephoneVerifiedDaysAgo: 338.6,
  vatNumber: 'MT90447205',
  registeredDaysAgo: 340.1,
  mainCompany: { id: 7_004, companyType: CompanyType.Recruiter },
  entries: createLedger([
    payment(recruiterOrder),
    relistingCharge(40.5, 20),
    premiumCharge(18.7, PremiumOption.Featured_7days, 3),
    relistingCharge(8.9, 15),
  ]),
  orders: [recruiterOrder],
});

const stonebuild = createBusinessAccount({
  id: 5_010,
  username: 'stonebuild',
  name: 'Anthony Saliba',
  company: 'Saliba Stonebuild Developments',
  profilePicture: 'company-logo/brown/1',
  telephone: '+356 4270 9136',
  telephoneVerifiedDaysAgo: 702.3,
  vatNumber: 'MT90118863',
  propertySellerType: PropertySellerType.Developer,
  isPropertySellerTypeLocked: true,
  registeredDaysAgo: 703.9,
  mainCompany: { id: 7_005, companyType: CompanyType.Property },
  otherCompanies: [{ id: 7_006, name: 'Stonebuild Quarry Works', companyType: CompanyType.OtherCompany, logo: null }],
  entries: createLedger([
    payment(developerOrder, 'Bank transfer'),
    premiumCharge(131.2, PremiumOption.Featured, 6),
    premiumCharge(70.5, PremiumOption.Featured, 4),
    relistingCharge(33.4, 11),
  ]),
  orders: [developerOrder],
});

/** Owners of other listings, and users behind shared users and message threads. */
export const backgroundAccounts: readonly DemoAccount[] = [
  karmenu,
  luisa,
  jeremy,
  harbourmotors,
  talentbridge,
  stonebuild,
];
