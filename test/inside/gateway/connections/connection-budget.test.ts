import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { type BudgetLimits, ConnectionBudget } from '../../../../src/gateway/connections/connection-budget.ts';

interface Load {
  weight: number;
  slowness: number;
}

const startBudget = (limits: BudgetLimits) => {
  const names = new Map<Socket, string>();
  const evicted: string[] = [];
  const budget = new ConnectionBudget<Load>({
    limits,
    weigh: (_socket, { weight }) => weight,
    slownessOf: (_socket, { slowness }) => slowness,
    evict: (socket, limit) => evicted.push(`${names.get(socket)} ${limit}`),
  });
  return {
    budget,
    evicted,
    draw: (name: string, network: string | null, weight: number, slowness = 0): Load => {
      const socket = new Socket();
      names.set(socket, name);
      const load = { weight, slowness };
      budget.draw(socket, network, load);
      return load;
    },
  };
};

describe('A budget of connections', () => {
  it('costs nobody anything up to its limit', () => {
    const { draw, evicted, budget } = startBudget({ perProcess: 8, perNetwork: 8 });
    for (const name of ['a', 'b']) draw(name, 'one', 4);
    expect(evicted).toEqual([]);
    expect(budget.total).toBe(8);
  });

  it('lets the slowest go first, and of equals the one that came first, until an eighth is free', () => {
    const { draw, evicted, budget } = startBudget({ perProcess: 16, perNetwork: 0 });
    draw('first', null, 4, 1);
    draw('second', null, 4, 1);
    draw('slow', null, 1, 9);
    draw('third', null, 4, 1);
    draw('last', null, 4, 0);
    expect(evicted).toEqual(['slow perProcess', 'first perProcess']);
    expect(budget.total).toBe(12);
  });

  it('takes from the network that is over its own limit, and from no other', () => {
    const { draw, evicted } = startBudget({ perProcess: 100, perNetwork: 8 });
    draw('other', 'two', 8, 99);
    draw('unknown', null, 50, 99);
    draw('first', 'one', 4, 2);
    draw('second', 'one', 4, 1);
    draw('third', 'one', 4, 0);
    expect(evicted).toEqual(['first perNetwork', 'second perNetwork']);
  });

  it('looks at what connections draw now before one has to go', () => {
    const { draw, evicted, budget } = startBudget({ perProcess: 8, perNetwork: 8 });
    const first = draw('first', 'one', 8, 9);
    first.weight = 0;
    draw('second', 'one', 8);
    expect(evicted).toEqual([]);
    expect(budget.total).toBe(8);
  });

  it('has no limit with 0', () => {
    const { draw, evicted } = startBudget({ perProcess: 0, perNetwork: 0 });
    draw('a', 'one', 1e12);
    draw('b', 'one', 1e12);
    expect(evicted).toEqual([]);
  });
});
