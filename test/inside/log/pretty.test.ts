import { describe, expect, it } from 'vitest';
import { createLog, type Logger } from '../../../src/log/logger.ts';
import { createPrettyDestination } from '../../../src/log/pretty.ts';

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
  requestId: 'e38b2c1a-77aa-4d21-9a01-0123456789ab',
};

describe('The log on a terminal', () => {
  it('has an operation on one line', () => {
    expect(show((log) => log.info(home, 'operation'))).toMatch(
      /^\d\d:\d\d:\d\d {2}query Home {2}200 {2}34 ms {2}2 of 7 calls, 3 cached {2}#e38b2c1a\n$/,
    );
  });

  it('fits 100 columns whatever the name and the codes', () => {
    const long = { ...home, kind: 'mutation', name: 'N'.repeat(200), durationMs: 80_340, planned: 1000, calls: 1000 };
    const codes = ['UPSTREAM_TIMEOUT', 'UPSTREAM_UNAVAILABLE', 'FORBIDDEN'];
    const shown = show((log) => log.warn({ ...long, cacheHits: 1000, outcome: 'partial', codes }, 'operation'));
    expect(shown.trimEnd().length).toBeLessThanOrEqual(100);
    expect(shown).toMatch(/mutation N+… {2}200 .* partial.*… {2}#e38b2c1a\n$/);
  });

  it.each([
    [{}, true],
    [{ TERM: 'xterm' }, true],
    [{ TERM: 'dumb' }, false],
    [{ NO_COLOR: '1' }, false],
    [{ NO_COLOR: '' }, true],
    [{ FORCE_COLOR: '0' }, false],
    [{ NO_COLOR: '1', FORCE_COLOR: '1' }, true],
  ])('has colours with %o: %s', (variables, isColoured) => {
    let shown = '';
    const log = createLog('info', createPrettyDestination({ write: (text) => (shown += text) }, variables));
    log.info(home, 'operation');
    log.error({ err: new RangeError('7 of 3') }, 'A route failed.');
    expect(shown !== withoutColour(shown)).toBe(isColoured);
  });

  it('shows everything else with its properties', () => {
    const shown = show((log) => log.error({ err: new RangeError('7 of 3') }, 'A route failed.'));
    expect(shown).toMatch(/ERROR: A route failed\.\n/);
    expect(shown).toMatch(/RangeError: 7 of 3\n\s+at /);
  });
});
