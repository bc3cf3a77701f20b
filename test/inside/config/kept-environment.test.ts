import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../src/config/config.ts';
import { keptEnvironment } from '../../../src/config/environment.ts';

describe('keptEnvironment', () => {
  it('keeps data in a file, and seals sessions with a key of its own', () => {
    const kept = keptEnvironment({ environment: {}, file: {} }, '/tmp/demo.db');
    const { config } = readConfig(kept);
    expect(config?.service).toMatchObject({ data: '/tmp/demo.db' });
    expect(config?.browserSessions.keys).toHaveLength(1);
    expect(keptEnvironment({ environment: {}, file: {} }, '/tmp/demo.db')['SESSION_KEYS']).not.toBe(
      kept['SESSION_KEYS'],
    );
  });

  it('leaves alone what is set, in the environment or in .env', () => {
    const environment = { EMBEDDED_DATA: 'memory', SESSION_KEYS_FILE: '/run/secrets/session_keys' };
    expect(keptEnvironment({ environment, file: {} }, '/tmp/demo.db')).toEqual({});
    expect(keptEnvironment({ environment: {}, file: environment }, '/tmp/demo.db')).toEqual({});
    expect(Object.keys(keptEnvironment({ environment: { EMBEDDED_DATA: '' }, file: {} }, '/tmp/demo.db'))).toEqual([
      'EMBEDDED_DATA',
      'SESSION_KEYS',
    ]);
  });
});
