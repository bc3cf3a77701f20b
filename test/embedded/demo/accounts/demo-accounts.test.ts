import { describe, expect, it } from 'vitest';
import { PropertySellerType } from '../../../../src/contract/codes.ts';
import { DEMO_PASSWORD, demoAccounts, demoApplications } from '../../../../src/embedded/demo/accounts/demo-accounts.ts';
import type { DemoAccount } from '../../../../src/embedded/demo/model/demo-account-types.ts';

function accountOf(username: string): DemoAccount {
  const account = demoAccounts.find((candidate) => candidate.username === username);
  if (account === undefined) throw new Error(`There is no demo account ${username}.`);
  return account;
}

const isUnique = (values: readonly unknown[]): boolean => new Set(values).size === values.length;

describe('demoApplications', () => {
  it('offers a live and a test application', () => {
    expect(demoApplications.map(({ clientId, clientSecret, testMode }) => [clientId, clientSecret, testMode])).toEqual([
      ['demo-app', 'demo-app-secret', false],
      ['demo-test-app', 'demo-test-app-secret', true],
    ]);
    expect(DEMO_PASSWORD).toBe('demo-password');
  });
});

describe('demoAccounts', () => {
  it('holds four accounts to sign in with and at least six behind them', () => {
    expect(demoAccounts.slice(0, 4).map(({ username }) => username)).toEqual(['seller', 'agent', 'tester', 'newcomer']);
    expect(demoAccounts.length).toBeGreaterThanOrEqual(10);
  });

  it('never repeats an id, a username or an order number', () => {
    const groups = demoAccounts.flatMap(({ sharedUsers }) => sharedUsers.filter(({ isGroup }) => isGroup));
    expect(isUnique([...demoAccounts, ...groups].map(({ id }) => id))).toBe(true);
    expect(isUnique(demoAccounts.map(({ username }) => username))).toBe(true);
    expect(isUnique(demoAccounts.flatMap(({ orders }) => orders.map(({ id }) => id)))).toBe(true);
    expect(isUnique(demoAccounts.flatMap(({ companies }) => companies.map(({ id }) => id)))).toBe(true);
  });

  it('gives the agent a value for every detail an account can have', () => {
    const empty = Object.entries(accountOf('agent')).filter(([, value]) => value === null || value === '');
    expect(empty).toEqual([]);
    expect(accountOf('agent').isTelephoneRestricted).toBe(true);
  });

  it('makes the agent a property agent with two companies, shared users and a group with members', () => {
    const { propertySellerType, companies, sharedUsers } = accountOf('agent');
    expect(propertySellerType).toBe(PropertySellerType.Agent);
    expect(companies).toHaveLength(2);
    expect(companies.every(({ logo }) => logo !== null)).toBe(true);
    expect(sharedUsers.filter(({ isGroup }) => !isGroup).length).toBeGreaterThanOrEqual(2);
    const groups = sharedUsers.filter(({ isGroup }) => isGroup);
    expect(groups).toHaveLength(1);
    expect(groups.flatMap(({ members }) => members).length).toBeGreaterThan(0);
  });

  it('shares accounts with accounts that exist, under their own id and name', () => {
    const shares = demoAccounts.flatMap(({ sharedUsers }) => sharedUsers);
    for (const { id, name, username } of shares.filter(({ isGroup }) => !isGroup)) {
      expect(accountOf(username ?? '')).toMatchObject({ id, name });
    }
    for (const member of shares.flatMap(({ members }) => members)) expect(accountOf(member).username).toBe(member);
  });

  it('leaves the newcomer entirely empty', () => {
    expect(accountOf('newcomer')).toMatchObject({
      company: null,
      accountType: null,
      profilePicture: null,
      telephone: null,
      telephoneVerifiedDaysAgo: null,
      vatNumber: null,
      companies: [],
      sharedUsers: [],
      entries: [],
      orders: [],
    });
  });

  it('gives the seller at least 25 account entries over months', () => {
    const { entries } = accountOf('seller');
    expect(entries.length).toBeGreaterThanOrEqual(25);
    expect((entries[0]?.daysAgo ?? 0) - (entries.at(-1)?.daysAgo ?? 0)).toBeGreaterThan(150);
  });

  it.each(demoAccounts.map((account) => [account.username, account] as const))(
    'adds up the running balance of %s, oldest entry first',
    (_username, { entries, registeredDaysAgo }) => {
      let balanceCents = 0;
      let daysAgo = registeredDaysAgo;
      for (const entry of entries) {
        balanceCents += entry.amountCents;
        expect(entry.balanceCents).toBe(balanceCents);
        expect(entry.balanceCents).toBeGreaterThanOrEqual(0);
        expect(Number.isSafeInteger(entry.amountCents)).toBe(true);
        expect(entry.daysAgo).toBeLessThanOrEqual(daysAgo);
        daysAgo = entry.daysAgo;
      }
    },
  );

  it('credits an order with exactly its total, and only when it has an invoice', () => {
    const orders = new Map(demoAccounts.flatMap((account) => account.orders).map((order) => [order.id, order]));
    const payments = demoAccounts.flatMap(({ entries }) => entries.filter(({ orderId }) => orderId !== null));
    expect(payments.length).toBeGreaterThan(8);
    for (const { orderId, amountCents } of payments) {
      expect(orders.get(orderId ?? 0)).toMatchObject({ totalCents: amountCents, hasInvoice: true });
    }
  });

  it('charges 18 % VAT on every line and sums the lines of an order', () => {
    for (const { lines, totalCents, vatPercent } of demoAccounts.flatMap(({ orders }) => orders)) {
      expect(vatPercent).toBe(18);
      for (const line of lines) {
        const netCents = line.quantity * line.unitNetCents;
        expect(line.vatCents).toBe(Math.round(netCents * 0.18));
        expect(line.totalCents).toBe(netCents + line.vatCents);
      }
      expect(totalCents).toBe(lines.reduce((sum, line) => sum + line.totalCents, 0));
    }
  });

  it('has orders of the seller with an invoice, with a proforma only, and with neither', () => {
    const documents = accountOf('seller').orders.map(({ hasInvoice, hasProforma }) => [hasInvoice, hasProforma]);
    expect(documents).toContainEqual([true, true]);
    expect(documents).toContainEqual([true, false]);
    expect(documents).toContainEqual([false, true]);
    expect(documents).toContainEqual([false, false]);
  });
});
