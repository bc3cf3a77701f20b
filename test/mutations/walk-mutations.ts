/** Protections of what walks over documents: limits, plans and the compiled executor. */
import type { Mutation } from './mutation.ts';

const limits = 'test/gateway/operation-limits/operation-limits.test.ts';
const odd = 'test/gateway/execution/odd-schemas.test.ts';
const size = 'src/gateway/operation-limits/document-size.ts';

/** Mutations of walks over documents. */
export const walkMutations: readonly Mutation[] = [
  {
    name: 'spreads-count',
    protection:
      'Spreads and inline fragments count as selections: fragments alone are no way to a document without limits.',
    change: 'only fields are counted',
    file: size,
    from: 'selections: inner.selections + 1,\n        directives',
    to: 'selections: inner.selections,\n        directives',
    tests: [limits],
  },
  {
    name: 'fragments-once',
    protection:
      'A fragment is followed once, however often it is spread, also in a document that nobody has validated.',
    change: 'each spread is followed when credentials are looked for',
    file: 'src/gateway/session/credential-rules.ts',
    from: 'followed.add(selection.name.value);',
    to: '',
    tests: ['test/gateway/document-walks.test.ts'],
  },
  {
    name: 'fragments-measured-once',
    protection: 'A fragment is measured once, however often it is spread.',
    change: 'what was measured is forgotten',
    file: size,
    from: 'if (measured !== undefined) return measured;',
    to: 'if (measured === nothing) return measured;',
    tests: ['test/gateway/document-walks.test.ts'],
  },
  {
    name: 'plan-ends',
    protection: 'Planning takes a few milliseconds at most: it ends when the operation is over the limit.',
    change: 'everything is planned',
    file: 'src/gateway/pricing/plan.ts',
    from: 'this.#steps <= FREE_STEPS ||',
    to: 'this.#steps > 0 ||',
    tests: ['test/gateway/pricing/planning-work.test.ts'],
  },
  {
    name: 'planned-once',
    protection: 'What is selected of an object is planned once, however often it is there.',
    change: 'it is planned each time',
    file: 'src/gateway/pricing/plan-operation.ts',
    from: 'if (planned.has(key)) return;',
    to: '',
    tests: ['test/gateway/pricing/planning-work.test.ts'],
  },
  {
    name: 'unknown-sections',
    protection: 'A new process accepts every operation that it accepts later.',
    change: 'it refuses for sections that it only assumes',
    file: 'src/gateway/operation/run-operation.ts',
    from: 'if (plan.total <= callLimit.maxCalls || facts.sectionCount !== null)',
    to: 'if (plan.total >= 0)',
    tests: ['test/gateway/pricing/call-limit.test.ts'],
  },
  {
    name: 'variables-of-plans',
    protection: 'Variables that do not fit are given up early: thousands of wrong values are not thousands of errors.',
    change: 'everything that is wrong is looked for',
    file: 'src/gateway/pricing/plan-operation.ts',
    from: ', { maxErrors: 1 });',
    to: ');',
    tests: ['test/gateway/pricing/planning-work.test.ts'],
  },
  {
    name: 'variables-of-estimates',
    protection: 'Variables that do not fit are given up early by the estimate of a response too.',
    change: 'everything that is wrong is looked for',
    file: 'src/gateway/operation/estimate-response.ts',
    from: ', { maxErrors: 1 });',
    to: ');',
    tests: ['test/gateway/operation/variable-errors.test.ts'],
  },
  {
    name: 'info-for-all',
    protection: 'Every resolver gets `info`, also one that does not name it: it answers alike each time.',
    change: 'fields without arguments get none',
    file: 'src/gateway/execution/field-place.ts',
    from: 'resolve(object, noArguments, execution.context, infoAt(place, path, execution));',
    to: 'resolve(object, noArguments, execution.context);',
    tests: [odd],
  },
  {
    name: 'own-arguments',
    protection: 'A resolver that changes its arguments changes them for itself alone.',
    change: 'all executions share them',
    file: 'src/gateway/execution/field-place.ts',
    from: '() => ({ ...constant })',
    to: '() => constant',
    tests: [odd],
  },
  {
    name: 'arguments-of-properties',
    protection: 'Arguments that do not fit are an error of a field without a resolver too.',
    change: 'they are read when the property is a function only',
    file: 'src/gateway/execution/field-place.ts',
    from: 'const given = argumentsOf(execution);',
    to: 'const given = noArguments;',
    tests: [odd],
  },
  {
    name: 'thenables',
    protection: 'A thenable of another library is waited for like a promise.',
    change: 'it is taken for a value',
    file: 'src/gateway/maybe-promise.ts',
    from: '? Promise.resolve(value) : value;',
    to: '? value : value;',
    tests: [odd],
  },
  {
    name: 'types-that-look',
    protection: 'A type with `isTypeOf` takes no value that is none of its own.',
    change: 'it is not asked',
    file: 'src/gateway/execution/compiled-selection.ts',
    from: 'objectType.isTypeOf == null',
    to: 'objectType.name !== null',
    tests: [odd],
  },
];
