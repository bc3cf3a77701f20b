/** Reads which documents are trusted. */
import type { TrustedDocumentsOptions } from '../gateway/trusted-documents/store.ts';
import { readManifestFiles } from './files/manifest-files.ts';
import type { Reader } from './reader.ts';
import { settings } from './settings/settings.ts';

/** Reads the manifests that are set; what is wrong with them is recorded as a problem of the setting that names them. */
export const readTrustedDocuments = (reader: Reader): TrustedDocumentsOptions => {
  const mode = reader.read(settings.trustedDocuments);
  const paths = reader.read(settings.trustedDocumentsFile);
  if (mode === 'off') return { mode, entries: [] };
  if (paths === undefined) {
    reader.refuse(settings.trustedDocumentsFile, `must be set, because TRUSTED_DOCUMENTS is ${mode}`);
    return { mode, entries: [] };
  }
  const { entries, faults } = readManifestFiles(paths);
  for (const fault of faults) {
    reader.refuse(settings.trustedDocumentsFile, `must name manifests that can be read (${fault})`);
  }
  if (mode === 'only' && reader.textOf(settings.graphiql) === 'on') {
    reader.refuse(
      settings.graphiql,
      'cannot be on while TRUSTED_DOCUMENTS=only, because a query written in GraphiQL is no trusted document',
      'off',
    );
  }
  return { mode, entries };
};

/** Reads whether clients may ask for the schema. GraphiQL cannot do without. */
export const readIntrospection = (reader: Reader): boolean => {
  const introspection = reader.read(settings.introspection);
  if (!introspection && reader.textOf(settings.graphiql) === 'on') {
    reader.refuse(settings.introspection, 'cannot be off while GRAPHIQL=on, which shows the schema', 'on');
  }
  return introspection;
};
