import { PremiumOption, PropertySellerType } from '../../../contract/codes.ts';
import { createLedger, credit, order, orderLine, payment, premiumCharge, relistingCharge } from './account-ledger.ts';
import { createAccount } from './create-account.ts';

const welcomeOrder = order(80_001, 214, 'invoice', [orderLine('Account credit EUR 20', 1, 1_695)]);
const springOrder = order(80_004, 163, 'both', [
  orderLine('Featured for 7 days', 2, 763),
  orderLine('Relisting bundle, 5 listings', 1, 847),
]);
const summerOrder = order(80_009, 121, 'invoice', [orderLine('Account credit EUR 50', 1, 4_237)]);
const autumnOrder = order(80_013, 74, 'both', [
  orderLine('Featured until expiry', 1, 1_695),
  orderLine('Featured for 3 days', 3, 424),
]);
const recentOrder = order(80_021, 26, 'invoice', [orderLine('Account credit EUR 30', 1, 2_542)]);
const cancelledOrder = order(80_023, 15, 'neither', [orderLine('Featured for 7 days', 4, 763)]);
const latestOrder = order(80_025, 0.8, 'invoice', [orderLine('Account credit EUR 40', 1, 3_390)]);
const openOrder = order(80_026, 3, 'proforma', [
  orderLine('Account credit EUR 50', 1, 4_237),
  orderLine('Printed For Sale sign', 2, 593),
]);

const { Featured, Featured_3days, Featured_7days } = PremiumOption;

/** A private seller of a bit of everything: listings in every section, a long account history, watched listings. */
export const seller = createAccount({
  id: 5_001,
  username: 'seller',
  name: 'Marija Cassar',
  profilePicture: 'avatar/12/1',
  telephone: '+356 4900 1142',
  telephoneVerifiedDaysAgo: 209.4,
  propertySellerType: PropertySellerType.Owner,
  registeredDaysAgo: 214.6,
  entries: createLedger([
    credit(214.5, 500, 'Welcome credit'),
    payment(welcomeOrder),
    premiumCharge(213.2, Featured_3days),
    premiumCharge(197.8, Featured_7days),
    relistingCharge(184.1, 2),
    payment(springOrder),
    premiumCharge(162.6, Featured_7days, 2),
    relistingCharge(160.3, 3),
    relistingCharge(148.9, 1),
    premiumCharge(139.7, Featured_3days),
    credit(137.2, 500, 'Refund: listing removed while featured'),
    payment(summerOrder),
    premiumCharge(120.4, Featured),
    relistingCharge(115.5, 4),
    premiumCharge(103.1, Featured_7days),
    relistingCharge(92.7, 2),
    premiumCharge(88.2, Featured_3days),
    payment(autumnOrder),
    premiumCharge(73.5, Featured),
    premiumCharge(71.9, Featured_3days, 2),
    relistingCharge(60.3, 3),
    premiumCharge(55.6, Featured_3days),
    credit(50.1, 250, 'Thank-you credit: survey'),
    relistingCharge(41.8, 2),
    payment(recentOrder),
    premiumCharge(25.2, Featured_7days),
    relistingCharge(19.9, 3),
    premiumCharge(12.3, Featured_7days),
    relistingCharge(9.4, 1),
    premiumCharge(2.1, Featured_3days),
    relistingCharge(1.2, 1),
    payment(latestOrder),
  ]),
  orders: [welcomeOrder, springOrder, summerOrder, autumnOrder, recentOrder, cancelledOrder, openOrder, latestOrder],
});
