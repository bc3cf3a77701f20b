/** Names the functions of a profile by the sources that the built files were made of. */
import { pathToFileURL } from 'node:url';
import { createFindSource } from '../../src/log/source-places.ts';
import type { CpuProfile } from '../targets/probe.ts';

/** Gives the profile with the places of the sources of all functions in a folder of built files. */
export const withSourcePlaces = (profile: CpuProfile, folder: string): CpuProfile => {
  const findSource = createFindSource(pathToFileURL(`${folder}/`));
  return {
    ...profile,
    nodes: profile.nodes.map((node) => {
      const { url, lineNumber, columnNumber } = node.callFrame;
      const source = findSource({ url, line: lineNumber + 1, column: columnNumber + 1 });
      const place = { url: source.url, lineNumber: source.line - 1, columnNumber: source.column - 1 };
      return { ...node, callFrame: { ...node.callFrame, ...place } };
    }),
  };
};
