/** Protections of what the service holds: rows, fields, digits, and what a change did. */
import type { Mutation } from './mutation.ts';

const paging = 'test/gateway/account/paging.property.test.ts';
const edits = 'test/gateway/listing-changes/edits-lose-nothing.property.test.ts';
const unreadable = 'test/gateway/listing-changes/unreadable-results.test.ts';
const completion = 'test/gateway/listing/completion.test.ts';

/** Mutations of paging, of edits, and of what is told of changes. */
export const fidelityMutations: readonly Mutation[] = [
  {
    name: 'short-page',
    protection: 'A service that caps its pages hides no row: a page shorter than asked does not end a list.',
    change: 'a page shorter than asked ends a list',
    file: 'src/gateway/list-page.ts',
    from: 'came >= Math.min(asked, longest)',
    to: 'came >= asked',
    tests: [paging],
  },
  {
    name: 'contradicted-total',
    protection: 'A total that the rows contradict ends no list.',
    change: 'a total is believed whatever came',
    file: 'src/gateway/list-page.ts',
    from: 'part.total === null || part.total < offset + came ? null',
    to: 'part.total === null ? null',
    tests: [paging],
  },
  {
    name: 'largest-page',
    protection:
      'The service is never asked for more than 100 records, the one that tells whether more follow included.',
    change: 'a page of 100 asks for 101',
    file: 'src/gateway/list-page.ts',
    from: 'const asked = Math.min(size + 1, LARGEST_PAGE);',
    to: 'const asked = size + 1;',
    tests: [paging],
  },
  {
    name: 'rounded-ids',
    protection: 'An id that JSON has rounded is refused: it may be that of another listing.',
    change: 'any number is taken for an id',
    file: 'src/gateway/scalars.ts',
    from: "typeof value === 'number' && Number.isSafeInteger(value)",
    to: "typeof value === 'number'",
    tests: ['test/gateway/json-number-ids.test.ts'],
  },
  {
    name: 'consent-to-a-charge',
    protection: 'A stored consent to a charge is never repeated by an edit.',
    change: 'an edit gives back the stored PaymentAuth',
    file: 'src/gateway/listing-changes/merged-listing.ts',
    from: 'const consent: GivenListing = { PaymentAuth: null };',
    to: 'const consent: GivenListing = {};',
    tests: [edits],
  },
  {
    name: 'unknown-fields',
    protection: 'An edit gives back what the definition holds and the gateway does not know.',
    change: 'fields that the contract does not name are left out',
    file: 'src/upstream/json.ts',
    from: '  for (const [name, other] of rest) write(name, stringifyLossless(other));\n',
    to: '',
    tests: [edits],
  },
  {
    name: 'unread-values',
    protection: 'An edit gives back values that the gateway cannot read.',
    change: 'a value that cannot be read is left out',
    file: 'src/upstream/listings.ts',
    from: "if (read === null || kind === 'list') return json;",
    to: "if (read === null) return undefined;\n  if (kind === 'list') return json;",
    tests: [edits],
  },
  {
    name: 'unreadable-change',
    protection: 'A change whose 2xx cannot be read is never told of as a failure: it may have been made.',
    change: 'it is told of like a read that cannot be read',
    file: 'src/upstream/client.ts',
    from: "throw retry === 'safe' || group === 'tokens'",
    to: "throw retry !== null || group === 'tokens'",
    tests: [unreadable],
  },
  {
    name: 'failures-of-several',
    protection: 'An action that failed for any of several listings has a user error.',
    change: 'an action on listings that the request names has none',
    file: 'src/gateway/listing-changes/multi-listing-payload.ts',
    from: 'userErrors: wasDone(result, asked) ? [] : [failureOfWhole(result, asked)]',
    to: 'userErrors: wasDone(result, asked) || asked !== null ? [] : [failureOfWhole(result, asked)]',
    tests: ['test/gateway/listing-changes/multi-listing.test.ts'],
  },
  {
    name: 'test-listing-limit',
    protection: 'The limit of test listings is told as such, whatever the status.',
    change: 'it is looked for in refusals alone',
    file: 'src/gateway/change.ts',
    from: 'const said = error instanceof UpstreamError ? error.serviceMessage : null;',
    to: 'const said = error instanceof UpstreamRejectedError ? error.serviceMessage : null;',
    tests: ['test/gateway/test-listing-limit.test.ts'],
  },
  {
    name: 'definitions-of-others',
    protection: "A card reads no definition of somebody else's listing.",
    change: 'each card may read one',
    file: 'src/gateway/listing/listing-attributes.ts',
    from: 'entry === null ? !isToldInDetail : list?.isOwn === true',
    to: 'entry === null ? !isToldInDetail : list !== null',
    tests: [completion],
  },
  {
    name: 'details-that-tell-nothing',
    protection: 'What details do not tell either costs no call for each card of every page.',
    change: 'a detail may always tell what an entry lacks',
    file: 'src/gateway/listing/detail-habits.ts',
    from: '(this.#misses.get(completed) ?? 0) < ENOUGH',
    to: '(this.#misses.get(completed) ?? 0) >= 0 || ENOUGH > 0',
    tests: [completion],
  },
];
