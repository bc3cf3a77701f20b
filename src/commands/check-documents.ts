/** The part of `check` that looks at the trusted documents. */
import type { Config } from '../config.ts';
import { documentRules } from '../gateway/trusted-documents/open-documents.ts';
import { createTrustedDocuments } from '../gateway/trusted-documents/store.ts';
import { type ExitCode, exitCodes } from './command.ts';

/** Says which trusted documents cannot run, and which may cost more calls than the limit; nothing where none are configured. */
export const checkDocuments = (
  { trustedDocuments, introspection, callLimit }: Pick<Config, 'trustedDocuments' | 'introspection' | 'callLimit'>,
  print: (line: string) => void,
): ExitCode => {
  if (trustedDocuments.mode === 'off') return exitCodes.ok;
  const { documents } = createTrustedDocuments(trustedDocuments, documentRules({ introspection }));
  print(`Checking ${documents.length} trusted documents`);
  let unusable = 0;
  for (const document of documents) {
    if (document.problem !== null) {
      unusable += 1;
      print(`  failed: ${document.id}: ${document.problem}`);
    } else if (document.calls !== null && document.calls > callLimit.maxCalls) {
      const name = document.operations.join(', ');
      print(
        `  doubtful: ${document.id}${name === '' ? '' : ` (${name})`}: may cost ${document.calls} calls, and MAX_UPSTREAM_CALLS is ${callLimit.maxCalls}`,
      );
    }
  }
  if (unusable === 0) {
    print('  ok: all of them fit the schema and the limits of operations');
    return exitCodes.ok;
  }
  print('  to do:  build the manifest anew with the schema of this gateway; these documents are refused until then');
  return exitCodes.failed;
};
