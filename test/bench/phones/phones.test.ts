import { describe, expect, it } from 'vitest';
import { headersOfPhone } from '../../../bench/phones/phones-load.ts';
import { phonesScript } from '../../../bench/phones/phones-script.ts';
import { costOfSharing, type FormName, type PhoneSlice, phonesTable } from '../../../bench/phones/phones-table.ts';

const slice = (form: FormName, hasLimits: boolean, workers: number, others: Partial<PhoneSlice> = {}): PhoneSlice => ({
  form,
  hasLimits,
  workers,
  supervisor: 0,
  redis: 0,
  requestsPerSecond: 1000,
  p99Ms: 5,
  ...others,
});

const slices = [
  slice('one', false, 18),
  slice('one', true, 20),
  slice('two', false, 30),
  slice('two', true, 32, { supervisor: 1 }),
  slice('redis', false, 18),
  slice('redis', true, 20, { redis: 3 }),
];

describe('Distinct phones', () => {
  it('have each its token and address', () => {
    const all = [0, 255, 256, 65_536, 999_999].map(headersOfPhone);
    expect(all.map((headers) => headers['x-forwarded-for'])).toEqual([
      '10.0.0.0',
      '10.0.0.255',
      '10.0.1.0',
      '10.1.0.0',
      '10.15.66.63',
    ]);
    expect(all[4]?.['authorization']).toBe('Bearer phone.0999999');
  });

  it('are made by wrk while it sends, from the one that begins', () => {
    const script = phonesScript({ count: 1_000_000, first: 7 }, '{"query":"{ a }"}', { accept: 'application/json' });
    expect(script).toContain('local last = 6\n');
    expect(script).toContain('% 1000000');
    expect(script).toContain(String.raw`{\"query\":\"{ a }\"}`);
  });

  it('cost with other processes what makes a request dearer than limits do in one alone', () => {
    expect(costOfSharing(slices, 'two')).toBeCloseTo(33 / 30 / (20 / 18) - 1);
    expect(costOfSharing(slices, 'redis')).toBeCloseTo(3 / 20);
    const table = phonesTable(slices);
    expect(table).toContain('| one process with Redis | on | 20.0 | – | 3.0 | 1.28 (1.28–1.28) | 1000 | 5.0 |');
    expect(table).toContain('two workers -1.0 %; one process with Redis 15.0 %');
  });
});
