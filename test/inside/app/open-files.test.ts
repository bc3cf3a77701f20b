import { describe, expect, it } from 'vitest';
import { fitToOpenFiles, readOpenFileLimit } from '../../../src/app/open-files.ts';
import { configOf } from '../../support/config-of.ts';

const production = { NODE_ENV: 'production', LISTINGS_API_URL: 'https://service.example/api' };

describe('The limit of open files', () => {
  it('is read where the system says it', () => {
    const limit = readOpenFileLimit();
    expect(limit === null || limit > 0).toBe(true);
    expect(limit === null).toBe(process.platform !== 'linux');
  });

  it('leaves the connections as they are when it has capacity for all', () => {
    const config = configOf(production);
    expect(fitToOpenFiles(config, 1_000_000)).toEqual({ config, warning: null });
    expect(fitToOpenFiles(config, null)).toEqual({ config, warning: null });
  });

  it.each([
    [20_000, {}],
    [1_024, {}],
    [512, { MAX_CONNECTIONS: '300', UPSTREAM_CONNECTIONS: '100' }],
    [64, {}],
  ])('of %i lets in fewer, keeps space for calls to the service, and says what to do', (limit, env) => {
    const config = configOf({ ...production, ...env });
    const { transport, serverLimits } = config;
    const fitted = fitToOpenFiles(config, limit);
    const { connections } = fitted.config.serverLimits;
    expect(connections).toBeGreaterThan(0);
    expect(connections).toBeLessThanOrEqual(Math.max(1, limit - transport.connections - 256));
    expect(fitted.warning).toContain(`MAX_CONNECTIONS is ${serverLimits.connections}`);
    const [, needed] = /raise the limit to (\d+)/.exec(fitted.warning ?? '') ?? [];
    expect(fitToOpenFiles({ ...config, production: false }, limit).warning === null).toBe(!('MAX_CONNECTIONS' in env));
    // With that there is nothing to say any more.
    expect(fitToOpenFiles(config, Number(needed))).toEqual({ config, warning: null });
  });
});
