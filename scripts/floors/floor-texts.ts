/** What documents say of the folders of `src`. */
import { readdirSync } from 'node:fs';
import { type Floor, floors } from './floors.ts';

const WITHOUT_README = 5;

/** Folders whose README says more, and is written by hand. */
const ownReadmes: ReadonlySet<string> = new Set(['http1', 'gateway/execution/compiler']);

/** The table of folders, from low to high. */
export const floorTable = (): string =>
  [
    '| Folder | What lives there | What does not |',
    '|---|---|---|',
    ...floors.map(({ folder, holds, excludes }) => `| \`src/${folder}\` | ${holds} | ${excludes ?? ''} |`),
  ].join('\n');

const filesIn = (folder: string): number =>
  readdirSync(`src/${folder}`, { withFileTypes: true }).filter((entry) => entry.isFile() && entry.name !== 'README.md')
    .length;

const readmeOf = ({ folder, holds, excludes }: Floor): string =>
  [
    `# src/${folder}`,
    '',
    holds,
    ...(excludes === null ? [] : ['', `Not here: ${excludes}`]),
    '',
    '<!-- Generated from scripts/floors/floors.ts by `npm run generate`. -->',
    '',
  ].join('\n');

/** READMEs of the folders that hold more files than a glance takes in, by path. */
export const floorReadmes = (): ReadonlyMap<string, string> =>
  new Map(
    floors
      .filter(({ folder }) => folder !== '' && !ownReadmes.has(folder) && filesIn(folder) > WITHOUT_README)
      .map((floor) => [`src/${floor.folder}/README.md`, readmeOf(floor)]),
  );
