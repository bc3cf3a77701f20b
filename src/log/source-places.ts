/** Places in the sources for places in the built files: those are few and large, and say little to readers of a stack. */
import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';

/** A place in a file. */
export interface Place {
  readonly url: string;
  /** Counted from 1. */
  readonly line: number;
  /** Counted from 1. */
  readonly column: number;
}

/** Finds the source of a place; gives the place itself where that is not known. */
type FindSource = (place: Place) => Place;

/**
 * Creates what finds sources by the maps beside the files of a folder. Each is read when it is first asked for, and kept.
 *
 * @param folder its URL, which ends with a slash; files elsewhere are left alone
 */
export const createFindSource = (folder: URL): FindSource => {
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
  return (place) => {
    if (!URL.canParse(place.url)) return place;
    const { href } = new URL(place.url);
    const map = href.startsWith(folder.href) ? mapOf(href) : null;
    const entry = map?.findEntry(place.line - 1, place.column - 1);
    if (entry === undefined || !('originalSource' in entry)) return place;
    const { originalSource, originalLine, originalColumn } = entry;
    return { url: new URL(originalSource, href).href, line: originalLine + 1, column: originalColumn + 1 };
  };
};

const PLACE = /(file:\/\/[^\s()]+):(\d+):(\d+)/g;

/** Creates what rewrites the lines of a stack: sources are named as they are below the folder that has the other one. */
export const createSourceStack = (folder: URL): ((frames: string) => string) => {
  const findSource = createFindSource(folder);
  const root = new URL('..', folder).href;
  return (frames) =>
    frames.replaceAll(PLACE, (written: string, url: string, line: string, column: string) => {
      const built = { url, line: Number(line), column: Number(column) };
      try {
        const source = findSource(built);
        return source === built ? written : `${source.url.replace(root, '')}:${source.line}:${source.column}`;
      } catch {
        // A map that cannot be read must not keep an error out of the log.
        return written;
      }
    });
};
