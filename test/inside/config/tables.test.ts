import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../src/config/config.ts';
import { allSettings } from '../../../src/config/settings.ts';
import { settingsEnvFile, settingsHelp, settingsInEffect } from '../../../src/config/tables.ts';

describe('the table of settings', () => {
  it('has each name once', () => {
    const names = allSettings.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  for (const { name, kind, example, default: fallback } of allSettings) {
    it(`${name} accepts its own example, which is not its default`, () => {
      expect(kind.parse(example)).toBeDefined();
      expect(example).not.toBe(fallback.text);
    });
  }

  it('has only unconditional defaults that the setting itself would accept', () => {
    const unconditional = allSettings.filter(({ default: { text } }) => text !== 'unset' && !/[`;]/.test(text));
    expect(unconditional.filter(({ kind, default: { text } }) => kind.parse(text) === undefined)).toEqual([]);
  });
});

describe('settingsHelp, settingsTable and settingsEnvFile', () => {
  it('make a file that changes nothing until it is uncommented, and then only what it shows', () => {
    expect(parseEnv(settingsEnvFile())).toEqual({});
    const uncommented = parseEnv(settingsEnvFile().replaceAll(/^#(?=[A-Z_]+=)/gm, ''));
    expect(uncommented).toEqual(Object.fromEntries(allSettings.map(({ name, example }) => [name, example])));
    const files = { TRUSTED_DOCUMENTS: 'off', UPSTREAM_CA_FILE: '', UPSTREAM_CERT_FILE: '', UPSTREAM_KEY_FILE: '' };
    expect(readConfig({ ...uncommented, EMBEDDED_SERVICE: 'off', ...files }).problems).toBeNull();
  });

  it('fit a terminal', () => {
    for (const line of settingsHelp().split('\n')) expect(line.length).toBeLessThanOrEqual(100);
  });
});

describe('settingsInEffect', () => {
  const find = (name: string, environment: Record<string, string>, file: Record<string, string> = {}) =>
    settingsInEffect(environment, file).find((setting) => setting.name === name);

  it('says where each value is from; the environment wins over the file', () => {
    expect(find('PORT', {})).toEqual({ section: 'Everyday', name: 'PORT', value: '4000', source: 'default' });
    expect(find('PORT', {}, { PORT: '1' })).toMatchObject({ name: 'PORT', value: '1', source: '.env' });
    expect(find('PORT', { PORT: '2' }, { PORT: '1' })).toMatchObject({
      name: 'PORT',
      value: '2',
      source: 'environment',
    });
    expect(find('PORT', { PORT: '' }, { PORT: '1' })).toMatchObject({ name: 'PORT', value: '4000', source: 'default' });
  });

  it('shows what a conditional default comes to', () => {
    expect(find('SHUTDOWN_GRACE_MS', { NODE_ENV: 'production' })?.value).toBe('5000');
    expect(find('EMBEDDED_SERVICE', {})?.value).toBe('on');
    expect(find('LISTINGS_CURRENCY', { LISTINGS_API_URL: 'https://a/api' })?.value).toBe('unset');
  });
});
