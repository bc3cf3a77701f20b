/** Places in the sources for places in the built files: those are few and large, and say little to readers of a stack. */
import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';

const PLACE = /(file:\/\/[^\s()]+):(\d+):(\d+)/g;

/**
 * Creates what rewrites the lines of a stack by the maps beside the files of a folder: sources are named as they are below the folder that
 * has that one. A map is read when it is first asked for, and kept. Files elsewhere are left alone.
 *
 * @param folder its URL, which ends with a slash
 */
export const createSourceStack = (folder: URL): ((frames: string) => string) => {
  const root = new URL('..', folder).href;
  const maps = new Map<string, SourceMap>();
  const mapOf = (href: string): SourceMap | null => {
    const known = maps.get(href);
    if (known !== undefined) return known;
    const path = `${fileURLToPath(href)}.map`;
    if (!existsSync(path)) return null;
    const map = new SourceMap(JSON.parse(readFileSync(path, 'utf8')));
    maps.set(href, map);
    return map;
  };
  const sourceOf = (url: string, line: number, column: number): string | null => {
    const { href } = new URL(url);
    const map = href.startsWith(folder.href) ? mapOf(href) : null;
    // Stacks count from 1, maps from 0. `findOrigin` of Node 20 names columns that there are not.
    const source = map?.findEntry(line - 1, column - 1);
    if (source === undefined || !('originalSource' in source)) return null;
    const { originalSource, originalLine, originalColumn } = source;
    return `${new URL(originalSource, href).href.replace(root, '')}:${originalLine + 1}:${originalColumn + 1}`;
  };
  return (frames) =>
    frames.replaceAll(PLACE, (written: string, url: string, line: string, column: string) => {
      try {
        return sourceOf(url, Number(line), Number(column)) ?? written;
      } catch {
        // A map that cannot be read must not keep an error out of the log.
        return written;
      }
    });
};
