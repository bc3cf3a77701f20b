import { describe, expect, it } from 'vitest';
import { wrkScript } from '../../../bench/load/wrk-script.ts';

describe('wrkScript', () => {
  it('writes each body once, however many callers send it', () => {
    const requests = [1, 2, 3].map((number) => ({
      headers: { authorization: `Bearer reader.${number}` },
      body: '{"query":"{ a }"}',
    }));
    const script = wrkScript(requests, {});
    expect(script.split(String.raw`{\"query\":\"{ a }\"}`)).toHaveLength(2);
    expect(script).toContain('{{["authorization"]="Bearer reader.3"},1}');
  });

  it('refuses what Lua would read otherwise', () => {
    expect(() => wrkScript([{ headers: { authorization: 'Bearer é' }, body: '{}' }], {})).toThrow(RangeError);
  });
});
