import { describe, expect, it } from 'vitest';
import { createLog, type Logger } from '../../src/log/logger.ts';
import { createPrettyDestination } from '../../src/log/pretty.ts';

// oxlint-disable-next-line no-control-regex -- colours begin with an escape
const withoutColour = (text: string): string => text.replaceAll(/\u001B\[[\d;]*m/g, '');

const show = (write: (log: Logger) => void): string => {
  let shown = '';
  write(createLog('trace', createPrettyDestination({ write: (text) => (shown += text) })));
  return withoutColour(shown);
};

const home = {
  kind: 'query',
  name: 'Home',
  document: '0123456789abcdef',
  outcome: 'ok',
  status: 200,
  durationMs: 34.2,
  planned: 7,
  calls: 2,
  cacheHits: 3,
  cacheMisses: 0,
  requestId: 'request-1',
};

describe('The log on a terminal', () => {
  it('has an operation on one line', () => {
    expect(show((log) => log.info(home, 'operation'))).toMatch(
      /^\d\d:\d\d:\d\d {2}query Home {2}200 {2}34 ms {2}2 of 7 calls, 3 cached {2}#request-1\n$/,
    );
  });

  it('says at the end of the line what went wrong', () => {
    const failed = { ...home, outcome: 'partial', codes: ['UPSTREAM_TIMEOUT'], durationMs: 8034, cacheHits: 0 };
    expect(show((log) => log.warn(failed, 'operation'))).toMatch(
      / {2}200 {2}8\.0 s {2}2 of 7 calls {2}partial UPSTREAM_TIMEOUT {2}#request-1\n$/,
    );
  });

  it('names an operation without a name by its document, and what was none a request', () => {
    expect(show((log) => log.info({ ...home, name: null }, 'operation'))).toContain('query (0123456789abcdef)');
    const nothing = { ...home, kind: 'none', outcome: 'refused', status: 400, codes: ['BAD_REQUEST'], planned: null };
    expect(show((log) => log.info(nothing, 'operation'))).toMatch(/ {2}request {2}400 .* refused BAD_REQUEST/);
  });

  it('shows everything else with its properties', () => {
    const shown = show((log) => log.error({ err: new RangeError('7 of 3') }, 'A route failed.'));
    expect(shown).toMatch(/ERROR: A route failed\.\n/);
    expect(shown).toMatch(/RangeError: 7 of 3\n\s+at /);
  });
});
