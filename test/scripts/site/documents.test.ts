import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  listDocuments,
  makeDocumentPage,
  pagePathOf,
  readDocumentGroups,
  summaryOf,
} from '../../../scripts/site/documents.ts';
import { anchorsOf } from '../../docs/markdown.ts';

const root = resolve(import.meta.dirname, '../../..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const inSidebar = readDocumentGroups(readme).flatMap(({ documents }) => documents.map(({ path }) => path));
const documents = new Set([...listDocuments(root), ...inSidebar]);
const pages = new Map([...documents].map((path) => [path, makeDocumentPage(root, path, documents)]));
const byPlace = new Map([...documents].map((path) => [`/${pagePathOf(path)}`, path]));

/** Where the page of a document links to within the site. */
const placesIn = (text: string): readonly string[] =>
  [...text.replaceAll(/^ *```[\s\S]*?^ *```$/gm, '').matchAll(/\]\((\/[^)]+)\)/g)].map(([, place = '']) => place);

describe('readDocumentGroups', () => {
  it('has every document in the sidebar, each once, with the readers of README', () => {
    expect(inSidebar.toSorted()).toEqual([...documents].filter((path) => path !== 'README.md').toSorted());
    expect(readDocumentGroups(readme)[0]?.readers).toBe('You write an app');
  });
});

describe.each([...pages])('The page of %s', (_path, { text, files, pictures }) => {
  it('links only to headings of pages, and to files and pictures that the site has', () => {
    const broken = placesIn(text).filter((place) => {
      const [target = '', anchor] = place.split('#');
      const document = byPlace.get(target);
      if (document !== undefined) {
        return anchor !== undefined && !anchorsOf(readFileSync(join(root, document), 'utf8')).has(anchor);
      }
      return !files.includes(target.replace(/^\/files\/(.+)\.txt$/, '$1')) && !pictures.includes(target.slice(1));
    });
    expect(broken).toEqual([]);
    expect([...files, ...pictures].filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });

  it('leaves no link relative to the repository', () => {
    const prose = text.replaceAll(/^ *```[\s\S]*?^ *```$/gm, '').replaceAll(/`[^`\n]*`/g, '');
    expect([...prose.matchAll(/\]\((?![a-z]+:|[/#])[^)]*\)/g)].map(([link]) => link)).toEqual([]);
  });

  it('has a summary of one sentence', () => {
    expect(summaryOf(text)).toMatch(/^[^\n]{10,300}\.$/);
  });
});

describe('makeDocumentPage', () => {
  it('shows the picture of the theme, and drops what tests read of a block of code', () => {
    const { text, pictures } = makeDocumentPage(root, 'README.md', documents);
    expect(pictures).toEqual(
      expect.arrayContaining(['docs/images/explorer-dark.png', 'docs/images/explorer-light.png']),
    );
    expect(text).toContain('<img class="dark-only" alt="GraphiQL with the Upstream panel');
    expect(text).toContain('\n```graphql\n{ viewer');
  });
});
