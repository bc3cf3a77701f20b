import { PropertySellerType } from '../../../contract/codes.ts';
import type { DemoAccount } from '../model/demo-types.ts';
import { createLedger, credit, order, orderLine, payment } from './account-ledger.ts';

const testCreditOrder = order(80_201, 44, 'invoice', [orderLine('Account credit EUR 50', 1, 4_237)]);

/** A developer's account: credit to spend, nothing listed. */
export const tester: DemoAccount = {
  id: 5_003,
  username: 'tester',
  name: 'Timothy Ester',
  email: 'tester@example.com',
  company: null,
  accountType: 'Private',
  profilePicture: null,
  telephone: '+356 4900 2266',
  telephoneVerifiedDaysAgo: 44.1,
  isTelephoneRestricted: false,
  telephoneRestrictedUntilDaysAgo: null,
  vatNumber: null,
  propertySellerType: PropertySellerType.NotDefined,
  isPropertySellerTypeLocked: false,
  registeredDaysAgo: 45.3,
  companies: [],
  sharedUsers: [],
  entries: createLedger([credit(45.2, 500, 'Welcome credit'), payment(testCreditOrder)]),
  orders: [testCreditOrder],
};

/** An account of which everything optional is still empty. */
export const newcomer: DemoAccount = {
  id: 5_004,
  username: 'newcomer',
  name: 'Nadine Comer',
  email: 'newcomer@example.com',
  company: null,
  accountType: null,
  profilePicture: null,
  telephone: null,
  telephoneVerifiedDaysAgo: null,
  isTelephoneRestricted: false,
  telephoneRestrictedUntilDaysAgo: null,
  vatNumber: null,
  propertySellerType: PropertySellerType.NotDefined,
  isPropertySellerTypeLocked: false,
  registeredDaysAgo: 0.4,
  companies: [],
  sharedUsers: [],
  entries: [],
  orders: [],
};
