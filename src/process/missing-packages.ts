/** Packages that only some settings need, and that are therefore not installed everywhere. */
import { createRequire } from 'node:module';

/** Thrown when a setting needs packages that are not installed; the message says which setting, and what to do. */
export class MissingPackagesError extends Error {
  override readonly name: string = 'MissingPackagesError';

  /**
   * @param needed what is wanted, as the beginning of a sentence
   * @param packages to be installed for it
   * @param part of the image that brings them
   * @param otherwise what else a user can do, as the end of the sentence
   */
  constructor(needed: string, packages: readonly string[], part: string, otherwise: string) {
    super(
      `${needed}, but its packages are not installed: npm install ${packages.join(' ')} (an image: build it with "${part}" among its PARTS), or ${otherwise}.`,
    );
  }
}

/** Finds which of some packages are not installed, without loading any. */
export const findMissingPackages = (names: readonly string[]): readonly string[] =>
  names.filter((name) => {
    try {
      require.resolve(name);
      return false;
    } catch (error) {
      // A package that has nothing for require() is there, too.
      return isModuleMissing(error);
    }
  });

/** Returns whether a module could not be loaded because it, or one that it loads, is not there. */
export const isModuleMissing = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'ERR_MODULE_NOT_FOUND' || error.code === 'MODULE_NOT_FOUND');

const require = createRequire(import.meta.url);
