/** Writes everything that the generator of the site builds from: pages, their sidebar, pictures and plain text. */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { schema } from '../../src/gateway/schema/schema.ts';
import { parseCoverage } from '../generate/rest-map.ts';
import { filePathOf, listDocuments, makeDocumentPage, pagePathOf, readDocumentGroups, summaryOf } from './documents.ts';
import { readOrigins } from './field-facts.ts';
import { type TextSection, writeLlmsFullText, writeLlmsText } from './llms-text.ts';
import { runExamples } from './run-examples.ts';
import { makeSchemaPages, type SchemaPage } from './schema-pages.ts';

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

  const coverage = parseCoverage(readFileSync(join(root, 'test/gateway/coverage.json'), 'utf8'));
  const facts = { origins: readOrigins(coverage), examples: await runExamples(schema) };
  const schemaPages = makeSchemaPages(schema, facts);
  for (const { path, text } of schemaPages) {
    write(path, text);
    write(join('public', path), text);
  }
  write('schema/index.md', SCHEMA_INDEX);

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
          text: readFileSync(join(root, 'schema.graphql'), 'utf8'),
        },
        ...schemaPages
          .filter(({ kind }) => kind === 'Operations')
          .map(({ title, path, text }) => ({
            title,
            place: `/${path}`,
            summary: `${title} with price and example.`,
            text,
          })),
      ],
    },
  ];
  write('public/llms.txt', writeLlmsText('listings-gateway', summaryOf(readme), sections));
  write('public/llms-full.txt', writeLlmsFullText(sections));
  const sidebar = {
    '/': [home, ...groups].map(({ readers, documents: members }) => ({
      text: readers,
      items: members.map(({ path, title }) => ({ text: title, link: `/${pagePathOf(path)}` })),
    })),
    '/schema/': schemaSidebar(schemaPages),
  };
  write('sidebar.json', JSON.stringify(sidebar));
};

const SCHEMA_INDEX = `# Schema reference

A page for each type of the GraphQL schema. For each field it says:

- **Price**: the calls to the Listings Service that the field may cause by itself, for one object. The fields below it add theirs, and identical calls of an operation count
  once: [cost of an operation](/docs/pricing.md).
- **Origin**: the structures, fields and endpoints of the service behind it, as in [REST to GraphQL](/docs/rest-to-graphql.md).
- **Null**: why it can be null.

Start with [all queries](/schema/Query.md) or [all mutations](/schema/Mutation.md). The whole schema in one file: [schema.graphql](/${filePathOf('schema.graphql')}).
`;

const schemaSidebar = (pages: readonly SchemaPage[]): readonly object[] => [
  { text: 'Schema reference', link: '/schema/' },
  ...(['Operations', 'Objects', 'Interfaces', 'Inputs', 'Enums', 'Scalars'] as const).map((kind) => ({
    text: kind,
    collapsed: kind !== 'Operations' && kind !== 'Objects',
    items: pages.filter((page) => page.kind === kind).map(({ title, path }) => ({ text: title, link: `/${path}` })),
  })),
];
