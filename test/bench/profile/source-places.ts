/** Names the functions of a profile by the sources that the built files were made of. */
import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { CpuProfile } from '../targets/probe.ts';

const readSourceMap = (url: string): SourceMap | null => {
  const path = url.startsWith('file:') ? `${fileURLToPath(url)}.map` : '';
  return existsSync(path) ? new SourceMap(JSON.parse(readFileSync(path, 'utf8'))) : null;
};

/** Gives the profile with the places of the sources wherever a file has a source map beside it. */
export const withSourcePlaces = (profile: CpuProfile): CpuProfile => {
  const maps = new Map<string, SourceMap | null>();
  const mapOf = (url: string): SourceMap | null => {
    const map = maps.get(url) ?? readSourceMap(url);
    maps.set(url, map);
    return map;
  };
  return {
    ...profile,
    nodes: profile.nodes.map((node) => {
      const { url, lineNumber, columnNumber } = node.callFrame;
      const entry = mapOf(url)?.findEntry(lineNumber, columnNumber);
      if (entry === undefined || !('originalSource' in entry)) return node;
      const place = {
        url: new URL(entry.originalSource, url).href,
        lineNumber: entry.originalLine,
        columnNumber: entry.originalColumn,
      };
      return { ...node, callFrame: { ...node.callFrame, ...place } };
    }),
  };
};
