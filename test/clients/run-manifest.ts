/** Runs what a manifest of trusted documents holds at a gateway that takes nothing else. */
import { readManifest } from '../../src/gateway/trusted-documents/manifest.ts';
import { readResponse } from '../support/graphql-client.ts';
import { startWorld } from '../support/world.ts';

/** The operation that the manifest has to be made of. */
export const manifestQuery = 'query ScreenQuery { lookups { fuels { key label } } }';

/** @returns the faults of the manifest, and what came of each of its documents */
export const runManifest = async (text: string) => {
  const { entries, faults } = readManifest(JSON.parse(text));
  await using world = await startWorld({ trustedDocuments: { mode: 'only', entries } });
  const answers = [];
  for (const { id } of entries) {
    const response = await world.fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ documentId: id }),
    });
    const { errors, data } = await readResponse(response);
    answers.push({ errors, data });
  }
  return { faults, answers };
};
