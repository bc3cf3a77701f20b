import { describe, expect, it } from 'vitest';
import { Database } from '../../../../src/embedded/database/database.ts';
import { insertRow } from '../../../../src/embedded/database/insert-row.ts';
import { copyDemoDatabase } from '../../../support/demo-database.ts';
import { columnAt, dataOf, valueAt } from '../../../support/graphql-client.ts';
import { startWorld } from '../../../support/world.ts';

const MOVEMENTS = 182;

const addMovements = (location: string, username: string): void => {
  using database = new Database(location);
  const [user = 0] = database.list('SELECT id FROM users WHERE username = ?', [username], (row) => row.integer('id'));
  const known = database.list('SELECT id FROM account_entries WHERE user_id = ?', [user], (row) => row.integer('id'));
  for (let number = known.length; number < MOVEMENTS; number += 1) {
    insertRow(database, 'account_entries', {
      user_id: user,
      recorded_at: Date.UTC(2020, 0, 1) + number * 60_000,
      amount_cents: -200,
      balance_cents: number * 100,
      description: `Relisting, number ${number}`,
      order_id: null,
    });
  }
};

describe('User.accountEntries of the embedded service', () => {
  it(`gives all ${MOVEMENTS} movements, each once, whatever the size of the page`, async () => {
    using data = await copyDemoDatabase();
    await using world = await startWorld({}, data.location);
    addMovements(data.location, 'seller');
    const token = await world.signIn('seller');
    for (const first of [20, 99, 100]) {
      const ids: unknown[] = [];
      let after: unknown = null;
      do {
        const response = await world.query(
          `query ($first: Int, $after: String) { viewer { accountEntries(first: $first, after: $after) {
            nodes { id } pageInfo { hasNextPage endCursor }
          } } }`,
          { token, variables: { first, after } },
        );
        dataOf(response);
        ids.push(...columnAt(response, 'viewer.accountEntries.nodes', 'id'));
        const { hasNextPage, endCursor } = Object(valueAt(response, 'viewer.accountEntries.pageInfo'));
        after = hasNextPage === true ? endCursor : null;
      } while (after !== null);
      expect(ids).toHaveLength(MOVEMENTS);
      expect(new Set(ids).size).toBe(MOVEMENTS);
    }
  });
});
