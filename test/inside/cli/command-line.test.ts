import { describe, expect, it } from 'vitest';
import { allSettingsHelp, commandHelp, parseCommandLine, programHelp } from '../../../src/cli/command-line.ts';
import { commands } from '../../../src/cli/commands.ts';
import { allSettings } from '../../../src/config/settings.ts';

const messageFor = (...args: string[]): string => {
  const request = parseCommandLine(args);
  return request.kind === 'mistake' ? request.message : `no mistake: ${request.kind}`;
};

describe('parseCommandLine', () => {
  it('starts the gateway when no subcommand is named', () => {
    expect(parseCommandLine([])).toMatchObject({ kind: 'run', command: { name: 'start' } });
  });

  for (const { name, operands } of commands) {
    it(`knows ${name} and its help`, () => {
      const given = operands === undefined ? [] : ['one', 'two'];
      expect(parseCommandLine([name, ...given])).toMatchObject({ kind: 'run', command: { name }, operands: given });
      expect(parseCommandLine([name, '--help'])).toMatchObject({ kind: 'help', command: { name } });
      expect(parseCommandLine(['-h', name])).toMatchObject({ kind: 'help', command: { name } });
    });
  }

  it('gives the help and the version of the program', () => {
    expect(parseCommandLine(['--help'])).toEqual({ kind: 'help', command: undefined });
    expect(parseCommandLine(['--version'])).toEqual({ kind: 'version' });
    expect(parseCommandLine(['-v'])).toEqual({ kind: 'version' });
  });

  it('takes help for a subcommand, on another one or on the settings', () => {
    expect(parseCommandLine(['help'])).toEqual({ kind: 'help', command: undefined });
    expect(parseCommandLine(['help', 'check'])).toMatchObject({ kind: 'help', command: { name: 'check' } });
    expect(parseCommandLine(['help', 'settings'])).toEqual({ kind: 'settings' });
    expect(parseCommandLine(['--help', 'settings'])).toEqual({ kind: 'settings' });
    expect(messageFor('help', 'chekc')).toContain('Did you mean check?');
    expect(messageFor('settings')).toContain('There is no subcommand "settings"');
  });

  it('names the nearest subcommand and option to what it does not know', () => {
    expect(messageFor('strat')).toBe('There is no subcommand "strat". Did you mean start?');
    expect(messageFor('printconfig')).toBe('There is no subcommand "printconfig". Did you mean print-config?');
    expect(messageFor('--hepl')).toBe('There is no option --hepl. Did you mean --help?');
    expect(messageFor('deploy-to-the-moon')).toBe('There is no subcommand "deploy-to-the-moon"');
  });

  it('points from an option that is a setting to the setting', () => {
    expect(messageFor('--port=5000')).toBe(
      '--port is not an option: settings come from the environment, so set PORT=5000',
    );
    expect(messageFor('--port', '5000')).toContain('set PORT=5000');
    expect(messageFor('--port', '--host')).toContain('set PORT=8080');
    expect(messageFor('--listings-client-secret', 'hunter2')).not.toContain('hunter2');
    expect(messageFor('start', '--listings-api-url')).toContain('set LISTINGS_API_URL=https://');
  });

  it('reads the options of a subcommand, before or after its name', () => {
    const options = new Map<string, string | true>([
      ['url', 'https://listings.example.com/api'],
      ['username', 'ann'],
      ['json', true],
    ]);
    const [url, ...rest] = ['--url=https://listings.example.com/api', '--username', 'ann', '--json'];
    expect(parseCommandLine(['probe', url ?? '', ...rest])).toMatchObject({
      kind: 'run',
      command: { name: 'probe' },
      options,
    });
    expect(parseCommandLine([...rest.slice(0, 2), 'probe'])).toMatchObject({ command: { name: 'probe' } });
  });

  it('says what is wrong with the options of a subcommand', () => {
    expect(messageFor('check', '--username', 'ann')).toBe('check has no option --username');
    expect(messageFor('probe', '--usrname', 'ann')).toBe('There is no option --usrname. Did you mean --username?');
    expect(messageFor('probe', '--url')).toBe('--url needs a value: --url URL');
    expect(messageFor('probe', '--url=')).toBe('--url needs a value: --url URL');
    expect(messageFor('probe', '--json=yes')).toBe('--json takes no value');
    expect(messageFor('probe', 'https://listings.example.com')).toMatch(/^probe takes no argument/);
  });

  it('repeats no secret that was given where none belongs', () => {
    expect(messageFor('--listings-client-secret=hunter2')).not.toContain('hunter2');
    expect(messageFor('check', '--client-secret=hunter2')).toBe('check has no option --client-secret');
    expect(messageFor('probe', '--pasword=hunter2')).not.toContain('hunter2');
  });

  it('refuses what would otherwise go unnoticed', () => {
    expect(messageFor('check', 'https://listings.example.com')).toBe(
      'check takes no argument, but got "https://listings.example.com"',
    );
    expect(messageFor('--help=start')).toBe('--help takes no value');
    expect(messageFor('--constructor')).toBe('There is no option --constructor');
  });
});

describe('programHelp and commandHelp', () => {
  it('name every subcommand on a screen, and every setting on more than one', () => {
    const help = programHelp();
    for (const { name } of commands) expect(help).toContain(name);
    const lines = help.split('\n');
    expect(lines.length).toBeLessThanOrEqual(50);
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
    for (const { name } of allSettings) expect(allSettingsHelp()).toContain(name);
  });

  it('say of each subcommand what it does and how it exits', () => {
    for (const command of commands) {
      expect(commandHelp(command)).toContain(command.what);
      expect(commandHelp(command)).toMatch(/Exit code/);
      expect(
        commandHelp(command)
          .split('\n')
          .filter((line) => line.length > 125),
      ).toEqual([]);
      for (const name of Object.keys(command.options ?? {})) expect(commandHelp(command)).toContain(`--${name}`);
    }
  });
});
