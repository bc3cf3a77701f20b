import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandName } from '../../../src/process/command-name.ts';

describe('The command that messages name', () => {
  const directory = join('/', 'home', 'me', 'clone');

  it('is what one types in a clone', () => {
    expect(commandName(join(directory, 'dist', 'main.js'), directory)).toBe(`node ${join('dist', 'main.js')}`);
    expect(commandName(join(directory, 'dist', 'main.js'), join(directory, 'docs'))).toBe(
      `node ${join('..', 'dist', 'main.js')}`,
    );
  });

  it('is the whole path where the working directory was removed', () => {
    const program = join(directory, 'dist', 'main.js');
    expect(commandName(program, null)).toBe(`node ${program}`);
  });

  it('is the name of the program where it is installed', () => {
    expect(commandName(join('/', 'usr', 'bin', 'listings-gateway'), directory)).toBe('listings-gateway');
  });
});
