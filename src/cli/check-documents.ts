/** `check-documents`: says which trusted documents a gateway of this version would refuse. `check` does so too. */
import type { Config } from '../config/config.ts';
import { documentRules, examineDocument } from '../gateway/trusted-documents/examine-documents.ts';
import { type Run } from './command.ts';
import { loadConfig } from './load-config.ts';
import { type ExitCode, exitCodes } from './process/process-end.ts';

/** Says which trusted documents cannot run, and which may cost more calls than the limit; nothing where none are configured. */
export const checkDocuments = (
  { trustedDocuments, introspection, callLimit }: Pick<Config, 'trustedDocuments' | 'introspection' | 'callLimit'>,
  print: (line: string) => void,
): ExitCode => {
  if (trustedDocuments.mode === 'off') return exitCodes.ok;
  const { entries } = trustedDocuments;
  const rules = documentRules({ introspection });
  print(`Checking ${entries.length} trusted documents`);
  let unusable = 0;
  for (const entry of entries) {
    const document = examineDocument(entry, rules);
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
  print('  to do:  rebuild the manifest with the schema of this gateway; these documents are refused until then');
  return exitCodes.failed;
};

/** Checks the trusted documents alone, for which no service is needed. */
export const runCheckDocuments: Run = async (given) => {
  const config = loadConfig(given);
  if (config === null) return exitCodes.mistaken;
  if (config.trustedDocuments.mode === 'off') {
    process.stderr.write(
      'There are no trusted documents to check: set TRUSTED_DOCUMENTS=only, and TRUSTED_DOCUMENTS_FILE to their manifest\n',
    );
    return exitCodes.mistaken;
  }
  return checkDocuments(config, (line) => process.stdout.write(`${line}\n`));
};
