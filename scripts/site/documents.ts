/** Documents of the repository as pages of the site: which there are, in which order, and with links that work there. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** A document that has a page. */
export interface SiteDocument {
  /** Its path in the repository, e.g. `docs/settings.md`. */
  readonly path: string;
  /** Its name in the sidebar. */
  readonly title: string;
}

/** Documents for the same readers. */
export interface DocumentGroup {
  /** What the readers do, e.g. `You run the gateway`. */
  readonly readers: string;
  readonly documents: readonly SiteDocument[];
}

/** A document as a page, and what the page needs beside it. */
export interface DocumentPage {
  readonly text: string;
  /** Pictures that it shows, by their path in the repository. */
  readonly pictures: readonly string[];
  /** Files of the repository that it links to and that have no page. */
  readonly files: readonly string[];
}

/** Reads the groups of README's table of documents, in its order. */
export const readDocumentGroups = (readme: string): readonly DocumentGroup[] =>
  [...readme.matchAll(/^\| ([a-z][^|]+) \| (\[.+) \|$/gm)].map(([, readers = '', links = '']) => ({
    readers: `You ${readers}`,
    documents: [...links.matchAll(/\[([^\]]+)\]\(([^)]+\.md)\)/g)].map(([, title = '', path = '']) => ({
      path,
      title: capitalised(title),
    })),
  }));

/** Lists the documents that the site has to have: those at the top of the repository, and those of `docs/`. */
export const listDocuments = (root: string): readonly string[] =>
  ['.', 'docs'].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => join(folder, name)),
  );

/** Path of the page of a document, relative to the folder of all pages. */
export const pagePathOf = (path: string): string => path.replace(/(?:^|(?<=\/))README\.md$/, 'index.md');

/** Path at which the site has a file without a page as plain text. */
export const filePathOf = (path: string): string => `files/${path}.txt`;

/**
 * Makes the page of a document. Links to documents lead to their pages, links to other files to their text; what is a folder
 * keeps its name without a link.
 */
export const makeDocumentPage = (root: string, path: string, documents: ReadonlySet<string>): DocumentPage => {
  const pictures = new Set<string>();
  const files = new Set<string>();

  /** Where a link leads to on the site; null when there is nothing to show. */
  const placeOf = (link: string): string | null => {
    if (/^(?:[a-z]+:|#)/.test(link)) return link;
    const [target = '', anchor] = link.split('#');
    const own = normalize(join(dirname(path), target)).replace(/\/$/, '');
    const isFolder = existsSync(join(root, own)) && statSync(join(root, own)).isDirectory();
    const file = isFolder ? join(own, 'README.md') : own;
    if (documents.has(file)) return `/${pagePathOf(file)}${anchor === undefined ? '' : `#${anchor}`}`;
    if (!existsSync(join(root, file))) return null;
    if (/\.(?:png|jpg|svg)$/.test(file)) {
      pictures.add(file);
      return `/${file}`;
    }
    files.add(file);
    return `/${filePathOf(file)}`;
  };

  const withLinks = (prose: string): string =>
    prose
      .replaceAll(PICTURE, (_all, dark: string, alt: string, light: string) =>
        [
          ['dark', dark],
          ['light', light],
        ]
          .map(([theme = '', link = '']) => `<img class="${theme}-only" alt="${alt}" src="${placeOf(link) ?? ''}">`)
          .join('\n'),
      )
      .replaceAll(/\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g, (_all, label: string, link: string) => {
        const place = placeOf(link);
        return place === null ? label : `[${label}](${place})`;
      });

  const source = readFileSync(join(root, path), 'utf8').replaceAll(/<!--.*?-->\n?/g, '');
  const text = source
    .split(FENCE)
    .map((part) => (isBlock(part) ? withoutAttributes(part) : withLinks(part)))
    .join('');
  return { text, pictures: [...pictures], files: [...files] };
};

/** First sentence of a document, without marks, for a list of documents. */
export const summaryOf = (text: string): string => {
  const prose = text.split(FENCE).filter((part) => !isBlock(part));
  const paragraph =
    prose
      .join('')
      .split(/\n\n+/)
      .find((each) => /^[A-Z`*[]/.test(each)) ?? '';
  const plain = paragraph
    .replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replaceAll(/[*\n]+/g, (mark) => (mark === '\n' ? ' ' : ''));
  return /^.*?[.:](?= |$)/.exec(plain)?.[0].replace(/:$/, '.') ?? plain;
};

/** A block of code, which may be indented. */
const FENCE = /^( *```[\s\S]*?^ *```$\n?)/m;

const isBlock = (part: string): boolean => part.trimStart().startsWith('```');

/** A picture that has one file for each theme. */
const PICTURE = /<picture>\s*<source [^>]*srcset="([^"]+)">\s*<img alt="([^"]*)" src="([^"]+)">\s*<\/picture>/g;

/** Keeps the language of a block of code, and drops what the tests of the documents read beside it. */
const withoutAttributes = (block: string): string => block.replace(/^( *```\w*).*$/m, '$1');

const capitalised = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
