/** Writes everything that the generator of the site builds from: pages, their sidebar, pictures and plain text. */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { filePathOf, listDocuments, makeDocumentPage, pagePathOf, readDocumentGroups, summaryOf } from './documents.ts';
import { type TextSection, writeLlmsFullText, writeLlmsText } from './llms-text.ts';

/** @param folder what it writes; everything that was there is removed */
export const writePages = (root: string, folder: string): void => {
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

  // Their many figures would stand before the page that says what to do.
  const proofs = new Set(
    groups
      .filter(({ readers }) => readers === 'You want proof')
      .flatMap((group) => group.documents.map(({ path }) => path)),
  );
  const files = new Set<string>(['schema.graphql']);
  const texts = new Map<string, string>();
  for (const path of documents) {
    const page = makeDocumentPage(root, path, documents);
    texts.set(path, page.text);
    write(pagePathOf(path), proofs.has(path) ? `---\nsearch: false\n---\n\n${page.text}` : page.text);
    write(join('public', pagePathOf(path)), page.text);
    for (const picture of page.pictures) cpSync(join(root, picture), join(folder, 'public', picture));
    for (const file of page.files) files.add(file);
  }
  for (const file of files) write(join('public', filePathOf(file)), readFileSync(join(root, file), 'utf8'));

  const sdl = readFileSync(join(root, 'schema.graphql'), 'utf8');
  write(
    'schema/index.md',
    `# Schema\n\nThe whole schema, as [a file](/${filePathOf('schema.graphql')}) too.\n\n\`\`\`graphql\n${sdl}\`\`\`\n`,
  );

  const sections: readonly TextSection[] = [
    ...[home, ...groups].map(({ readers, documents: members }) => ({
      heading: readers,
      pages: members.map(({ path, title }) => {
        const text = texts.get(path) ?? '';
        return { title, place: `/${pagePathOf(path)}`, summary: summaryOf(text), text };
      }),
    })),
    {
      heading: 'GraphQL schema',
      pages: [
        {
          title: 'schema.graphql',
          place: `/${filePathOf('schema.graphql')}`,
          summary: 'The whole schema in one file.',
          text: sdl,
        },
      ],
    },
  ];
  write('public/llms.txt', writeLlmsText('listings-gateway', summaryOf(readme), sections));
  write('public/llms-full.txt', writeLlmsFullText(sections));
  const sidebar = [home, ...groups].map(({ readers, documents: members }) => ({
    text: readers,
    items: members.map(({ path, title }) => ({ text: title, link: `/${pagePathOf(path)}` })),
  }));
  write('sidebar.json', JSON.stringify(sidebar));
};
