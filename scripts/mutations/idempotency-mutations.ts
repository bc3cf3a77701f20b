/** Protections of idempotency keys. */
import type { Mutation } from './mutation.ts';

const keys = 'test/gateway/idempotency/idempotency.test.ts';
const uploads = 'test/gateway/idempotency/keyed-uploads.test.ts';

/** Mutations of idempotency keys: whose they are, what they stand for, when they are free again. */
export const idempotencyMutations: readonly Mutation[] = [
  {
    name: 'idempotency-fingerprint',
    protection: 'An idempotency key stands for one operation with its variables.',
    change: 'what is asked for is not compared',
    file: 'src/gateway/idempotency/idempotency.ts',
    from: 'if (record.fingerprint !== fingerprint) throw keyReused();',
    to: '',
    tests: [keys],
  },
  {
    name: 'idempotency-user',
    protection: 'A kept response is shown to its own user alone, whoever knows the idempotency key.',
    change: 'users are not compared',
    file: 'src/gateway/idempotency/idempotency.ts',
    from: 'if (user !== record.userId) throw keyReused();',
    to: '',
    tests: [keys],
  },
  {
    name: 'idempotency-file',
    protection: 'An idempotency key of an upload stands for one file.',
    change: 'files are not compared',
    file: 'src/gateway/idempotency/idempotency.ts',
    from: 'if (file !== null && record.fileDigest !== null && (await readDigest(file)) !== record.fileDigest)',
    to: 'if (file !== null && (await readDigest(file)) === null)',
    tests: [uploads],
  },
  {
    name: 'idempotency-released',
    protection: 'An idempotency key is free again when nothing was changed.',
    change: 'every response is kept',
    file: 'src/gateway/idempotency/claimed-write.ts',
    from: 'const isRecorded = !hasErrors || isUnknown || tally.mayHaveChanged;',
    to: 'const isRecorded = true;',
    tests: [keys],
  },
  {
    name: 'idempotency-unknown',
    protection: 'A write whose result is unknown is never sent again with its idempotency key.',
    change: 'every failure frees the key',
    file: 'src/gateway/idempotency/claimed-write.ts',
    from: 'const isRecorded = !hasErrors || isUnknown || tally.mayHaveChanged;',
    to: 'const isRecorded = !hasErrors || (isUnknown && !tally.mayHaveChanged);',
    tests: [keys],
  },
  {
    name: 'idempotency-without-store',
    protection: 'Nothing is sent while an idempotency key cannot be recorded.',
    change: 'it is sent without a record',
    file: 'src/gateway/idempotency/idempotency.ts',
    from: 'throw recordsUnavailable();',
    to: 'return null;',
    tests: [keys],
  },
  {
    name: 'idempotency-ghost-claim',
    protection: 'A claim whose reply was lost does not keep the key from its next request.',
    change: 'it is not released',
    file: 'src/gateway/idempotency/idempotency.ts',
    from: 'void insist(() => store.release(claim), performance.now() + RELEASE_MS);',
    to: '',
    tests: [keys],
  },
  {
    name: 'idempotency-client-gone',
    protection: 'A write with an idempotency key goes on when its client is gone, for the repeat.',
    change: 'it is given up',
    file: 'src/gateway/operation/operation-scope.ts',
    from: 'if (this.claim === null) this.#canceller',
    to: 'this.#canceller',
    tests: [keys],
  },
  {
    name: 'idempotency-interrupted',
    protection: 'A repeat after an interruption says what is complete.',
    change: 'fields are not recorded',
    file: 'src/gateway/idempotency/claimed-write.ts',
    from: 'fields.push(key);',
    to: '',
    tests: [keys],
  },
  {
    name: 'idempotency-kept-retryable',
    protection: 'A kept error does not say that the same request may succeed.',
    change: 'it says what the first response said',
    file: 'src/gateway/execution/kept-result.ts',
    from: 'extensions: { ...extensions, retryable: false }',
    to: 'extensions',
    tests: [keys],
  },
];
