import { createLedger, credit, order, orderLine, payment } from './account-ledger.ts';
import { createAccount } from './create-account.ts';

const testCreditOrder = order(80_201, 44, 'invoice', [orderLine('Account credit EUR 50', 1, 4_237)]);

/** A developer's account: credit to spend, nothing listed. */
export const tester = createAccount({
  id: 5_003,
  username: 'tester',
  name: 'Timothy Ester',
  telephone: '+356 4900 2266',
  telephoneVerifiedDaysAgo: 44.1,
  registeredDaysAgo: 45.3,
  entries: createLedger([credit(45.2, 500, 'Welcome credit'), payment(testCreditOrder)]),
  orders: [testCreditOrder],
});

/** An account of which everything optional is still empty. */
export const newcomer = createAccount({
  id: 5_004,
  username: 'newcomer',
  name: 'Nadine Comer',
  accountType: null,
  registeredDaysAgo: 0.4,
});
