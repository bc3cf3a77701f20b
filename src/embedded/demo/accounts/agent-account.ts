import { CompanyType, PremiumOption, PropertySellerType } from '../../../contract/codes.ts';
import {
  charge,
  createLedger,
  credit,
  order,
  orderLine,
  payment,
  premiumCharge,
  relistingCharge,
} from './account-ledger.ts';
import { createAccount } from './create-account.ts';

const setupOrder = order(80_101, 398, 'both', [
  orderLine('Agency account, yearly', 1, 25_000),
  orderLine('Company profile', 2, 4_500),
]);
const creditOrder = order(80_107, 241, 'invoice', [orderLine('Account credit EUR 200', 1, 16_949)]);
const bundleOrder = order(80_112, 96, 'both', [
  orderLine('Featured until expiry', 5, 1_695),
  orderLine('Featured for 7 days', 10, 763),
]);
const renewalOrder = order(80_118, 33, 'both', [orderLine('Agency account, yearly', 1, 25_000)]);
const openOrder = order(80_125, 5, 'proforma', [
  orderLine('Account credit EUR 200', 1, 16_949),
  orderLine('Banner on the property pages, 30 days', 1, 12_000),
]);

const { Featured, Featured_3days, Featured_7days } = PremiumOption;

/** A property agent with two companies, colleagues who share the account and a group; every detail has a value. */
export const agent = createAccount({
  id: 5_002,
  username: 'agent',
  name: 'Daniel Vella Gauci',
  company: 'Limestone & Sea Properties',
  accountType: 'Business',
  profilePicture: 'avatar/27/1',
  telephone: '+356 4270 5518',
  telephoneVerifiedDaysAgo: 397.2,
  isTelephoneRestricted: true,
  telephoneRestrictedUntilDaysAgo: -9.5,
  vatNumber: 'MT90210418',
  propertySellerType: PropertySellerType.Agent,
  isPropertySellerTypeLocked: true,
  registeredDaysAgo: 399.1,
  companies: [
    {
      id: 7_001,
      name: 'Limestone & Sea Properties',
      companyType: CompanyType.Property,
      logo: 'company-logo/teal/1',
    },
    {
      id: 7_002,
      name: 'Gozo Keys Lettings',
      companyType: CompanyType.Property,
      logo: 'company-logo/orange/1',
    },
  ],
  sharedUsers: [
    { id: 5_006, isGroup: false, name: 'Luisa Borg Camilleri', username: 'luisa', members: [] },
    { id: 5_007, isGroup: false, name: 'Jeremy Portelli', username: 'jeremy', members: [] },
    { id: 9_001, isGroup: true, name: 'Lettings desk', username: null, members: ['luisa', 'jeremy'] },
  ],
  entries: createLedger([
    payment(setupOrder, 'Bank transfer'),
    charge(397.5, 29_500, 'Agency account, yearly'),
    charge(397.4, 10_620, 'Company profile, 2 companies'),
    payment(creditOrder),
    premiumCharge(236.8, Featured, 3),
    premiumCharge(214.3, Featured_7days, 4),
    relistingCharge(187.6, 8),
    premiumCharge(155.2, Featured_3days, 5),
    relistingCharge(131.9, 6),
    payment(bundleOrder, 'Bank transfer'),
    premiumCharge(95.1, Featured, 5),
    premiumCharge(80.4, Featured_7days, 4),
    relistingCharge(61.7, 10),
    premiumCharge(48.3, Featured_7days, 3),
    payment(renewalOrder, 'Bank transfer'),
    charge(32.6, 29_500, 'Agency account, yearly'),
    credit(31.8, 1_500, 'Loyalty credit'),
    premiumCharge(20.7, Featured_7days, 3),
    relistingCharge(11.5, 7),
    premiumCharge(4.2, Featured_3days, 2),
  ]),
  orders: [setupOrder, creditOrder, bundleOrder, renewalOrder, openOrder],
});
