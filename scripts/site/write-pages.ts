/** Writes everything that the generator of the site builds from: pages, their sidebar, pictures and plain text. */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { filePathOf, listDocuments, makeDocumentPage, pagePathOf, readDocumentGroups, summaryOf } from './documents.ts';
import { type TextSection, writeLlmsFullText, writeLlmsText } from './llms-text.ts';

/** @param folder what it writes; everything that was there is removed */
export const writePages = async (root: string, folder: string): Promise<void> => {
  rmSync(folder, { recursive: true, force: true });
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };

  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const groups = readDocumentGroups(readme);
  const home = { readers: 'Start', documents: [{ path: 'README.md', title: 'Overview' }] };
  const documents = new Set([
    ...listDocuments(root),
    ...groups.flatMap((group) => group.documents.map(({ path }) => path)),
  ]);

  const files = new Set<string>(['schema.graphql']);
  const texts = new Map<string, string>();
  for (const path of documents) {
    const page = makeDocumentPage(root, path, documents);
    texts.set(path, page.text);
    write(pagePathOf(path), page.text);
    write(join('public', pagePathOf(path)), page.text);
    for (const picture of page.pictures) cpSync(join(root, picture), join(folder, 'public', picture));
    for (const file of page.files) files.add(file);
  }
  for (const file of files) write(join('public', filePathOf(file)), readFileSync(join(root, file), 'utf8'));

  const sections: readonly TextSection[] = [home, ...groups].map(({ readers, documents: members }) => ({
    heading: readers,
    pages: members.map(({ path, title }) => {
      const text = texts.get(path) ?? '';
      return { title, place: `/${pagePathOf(path)}`, summary: summaryOf(text), text };
    }),
  }));
  write('public/llms.txt', writeLlmsText('listings-gateway', summaryOf(readme), sections));
  write('public/llms-full.txt', writeLlmsFullText(sections));
  write(
    'sidebar.json',
    JSON.stringify(
      [home, ...groups].map(({ readers, documents: members }) => ({
        text: readers,
        items: members.map(({ path, title }) => ({ text: title, link: `/${pagePathOf(path)}` })),
      })),
    ),
  );
};
