/** Manifests of trusted documents (`TRUSTED_DOCUMENTS_FILE`), in the forms that clients' code generators write. */
import { isJsonObject } from '../../json/json-object.ts';
import { HASH_PREFIX, isHashId, sha256Of } from '../documents/document-text.ts';

/** A document and the id that clients send in its place. */
export interface ManifestEntry {
  readonly id: string;
  /** The document exactly as it is in the manifest. */
  readonly text: string;
}

/** Content of a manifest. */
export interface Manifest {
  readonly entries: readonly ManifestEntry[];
  /** Faults of it: which entry, and why. Empty when nothing is. */
  readonly faults: readonly string[];
}

const APOLLO_FORMAT = 'apollo-persisted-query-manifest';

/** An id and a text as they stand in a manifest, and where that is. */
interface Candidate {
  readonly place: string;
  readonly id: unknown;
  readonly text: unknown;
}

const ofApollo = (operations: readonly unknown[]): readonly Candidate[] =>
  operations.map((operation, at) => {
    const { id, body } = isJsonObject(operation) ? operation : {};
    return { place: `operations[${at}]`, id, text: body };
  });

const ofPairs = (pairs: readonly unknown[]): readonly Candidate[] =>
  pairs.map((pair, at) => {
    const [id, text]: readonly unknown[] = Array.isArray(pair) ? pair : [];
    return { place: `[${at}]`, id, text };
  });

const ofMap = (map: Readonly<Record<string, unknown>>): readonly Candidate[] =>
  Object.entries(map).map(([id, text]) => ({ place: JSON.stringify(id.slice(0, 80)), id, text }));

/** An id goes into URLs and logs: visible characters, and not too many. */
const ID = /^[\x21-\x7e]{1,256}$/;

const faultOf = ({ id, text }: Candidate): string | null => {
  if (typeof id !== 'string' || !ID.test(id)) return 'its id has to be a text of 1 to 256 visible ASCII characters';
  if (typeof text !== 'string' || text.trim() === '') return 'its document has to be a text that is not empty';
  if (isHashId(id) && id !== `${HASH_PREFIX}${sha256Of(text)}`) {
    return 'its id says that it is the SHA-256 of its document, and is not: the manifest has been changed since it was written';
  }
  return null;
};

const collect = (candidates: readonly Candidate[]): Manifest => {
  const faults: string[] = [];
  const texts = new Map<string, string>();
  for (const candidate of candidates) {
    const { place, id, text } = candidate;
    const fault = faultOf(candidate);
    if (fault !== null || typeof id !== 'string' || typeof text !== 'string') {
      faults.push(`${place}: ${fault}`);
    } else if ((texts.get(id) ?? text) !== text) {
      faults.push(`${place}: another document has the same id`);
    } else {
      texts.set(id, text);
    }
  }
  return { entries: [...texts].map(([id, text]) => ({ id, text })), faults };
};

const unreadable = (fault: string): Manifest => ({ entries: [], faults: [fault] });

const collectSome = (candidates: readonly Candidate[]): Manifest =>
  candidates.length === 0 ? unreadable('it holds no document') : collect(candidates);

/**
 * Reads the parsed JSON of a manifest, whose form is recognised by its shape: Apollo's, a map from id to text as of the client preset
 * of graphql-codegen and of Relay, or Relay's list of pairs of id and text.
 */
export const readManifest = (json: unknown): Manifest => {
  if (Array.isArray(json)) return collectSome(ofPairs(json));
  if (!isJsonObject(json)) return unreadable('it has to be a JSON object, or a list of pairs of id and document');
  const { format, version, operations } = json;
  if (format !== APOLLO_FORMAT) return collectSome(ofMap(json));
  if (version !== 1) return unreadable(`version 1 of ${APOLLO_FORMAT} is what can be read`);
  return Array.isArray(operations) ? collectSome(ofApollo(operations)) : unreadable('operations has to be a list');
};

/** Puts manifests together; an id may be in several when its document is the same. */
export const mergeManifests = (manifests: readonly Manifest[]): Manifest => {
  const entries = manifests.flatMap((manifest) => manifest.entries);
  const merged = collect(entries.map(({ id, text }) => ({ place: JSON.stringify(id), id, text })));
  return { ...merged, faults: [...manifests.flatMap(({ faults }) => faults), ...merged.faults] };
};
