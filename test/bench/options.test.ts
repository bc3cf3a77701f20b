import { describe, expect, it } from 'vitest';
import { parseBenchOptions } from '../../bench/options.ts';

describe('npm run bench', () => {
  it('measures everything unless told otherwise', () => {
    expect(parseBenchOptions([])).toMatchObject({
      mode: 'rounds',
      workers: 1,
      connections: 50,
      json: null,
      write: false,
    });
  });

  it('takes some of the workloads and targets', () => {
    const options = parseBenchOptions(['--workloads', 'W2,W4', '--targets', 'floor, gateway']);
    expect(options).toMatchObject({ workloads: ['W2', 'W4'], targets: ['floor', 'gateway'] });
  });

  it('soaks for a minute with the workloads that are named', () => {
    expect(parseBenchOptions(['--soak', 'W3,W4'])).toMatchObject({
      mode: 'soak',
      seconds: 60,
      workloads: ['W3', 'W4'],
    });
  });

  it('measures what traces cost with the workloads that are named', () => {
    expect(parseBenchOptions(['--traces', 'W1S,W2'])).toMatchObject({ mode: 'traces', workloads: ['W1S', 'W2'] });
  });

  it('measures what session cookies cost with the workloads that are named', () => {
    expect(parseBenchOptions(['--sessions', 'W1S'])).toMatchObject({ mode: 'sessions', workloads: ['W1S'] });
  });

  it('measures a crowd of phones, in short too', () => {
    expect(parseBenchOptions(['--phones'])).toMatchObject({ mode: 'phones', rounds: 5, seconds: 2 });
    expect(parseBenchOptions(['--phones', '--quick'])).toMatchObject({ mode: 'phones', rounds: 2, seconds: 1 });
  });

  it.each([
    [['--workloads', 'W9'], '"W9" is not known'],
    [['--rounds', '0'], 'not a whole number'],
    [['--seconds', '1.5'], 'not a whole number'],
    [['--quik'], "Unknown option '--quik'"],
  ])('refuses %j', (args, message) => {
    expect(() => parseBenchOptions(args)).toThrow(message);
  });

  it('gives no options when help is asked for', () => {
    expect(parseBenchOptions(['--help', '--quick'])).toBeNull();
  });
});
