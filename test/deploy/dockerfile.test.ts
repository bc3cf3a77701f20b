import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { settings } from '../../src/config/settings/settings.ts';
import { imageFlags } from '../support/program/image-flags.ts';
import { isThere, refusedValues, textOf, unknownSettings } from './files.ts';

const lines = textOf('Dockerfile')
  .replaceAll('\\\n', ' ')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));

/** What follows a word at the start of lines, in order. */
const after = (word: string, among = lines): readonly string[] =>
  among.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1));

/** The last stage is the image. */
const image = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')));

describe('Dockerfile', () => {
  it('runs the program as an ordinary user, with room for short-lived objects', () => {
    expect(after('USER', image)).toEqual(['node']);
    expect(after('ENTRYPOINT', image).map((entry) => JSON.parse(entry))).toEqual([
      // Node 20, with which tests run too, does not have the last one.
      ['node', ...imageFlags, '--disable-sigusr1', 'dist/main.js'],
    ]);
    expect(after('STOPSIGNAL', image)).toEqual(['SIGTERM']);
  });

  it('sets settings that there are, and listens where other machines can ask', () => {
    const values = Object.fromEntries(
      after('ENV', image)
        .flatMap((assignments) => assignments.split(' '))
        .map((assignment) => assignment.split('=') as [string, string]),
    );
    expect(values).toEqual({ NODE_ENV: 'production', HOST: '0.0.0.0' });
    expect(unknownSettings(Object.keys(values))).toEqual([]);
    expect(refusedValues(values)).toEqual([]);
  });

  it('exposes the ports of the gateway, the embedded service and the metrics, and asks the last whether it is alive', () => {
    const ports = [settings.port, settings.embeddedPort].map(({ default: { text } }) => text);
    const metrics = readConfig({ NODE_ENV: 'production', EMBEDDED_SERVICE: 'on' }).config?.metrics?.port;
    expect(after('EXPOSE', image)).toEqual([[...ports, metrics].join(' ')]);
    expect(after('HEALTHCHECK', image)[0]).toContain(`{METRICS_PORT || ${metrics}}/livez`);
  });

  it('copies from this directory only what there is and what .dockerignore lets in', () => {
    const kept = textOf('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1));
    const copied = after('COPY')
      .filter((paths) => !paths.startsWith('--from'))
      .flatMap((paths) => paths.split(' ').slice(0, -1));
    expect(copied.filter((path) => !isThere(path))).toEqual([]);
    expect([...new Set(copied)].sort()).toEqual([...kept].sort());
  });
});
