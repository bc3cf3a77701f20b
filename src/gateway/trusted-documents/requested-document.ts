/** Which document a request means: by its text, by an id, or by both. */
import type { GraphQLError } from 'graphql';
import { isHashId, sha256Of, withoutPrefix } from '../documents/document-text.ts';
import { badRequest, createError } from '../errors/graphql-errors.ts';
import type { ManifestEntry } from './manifest.ts';
import type { TrustedDocuments } from './store.ts';

/** Document parameters of a request. Nothing of it has been checked. */
export interface DocumentParams {
  readonly query?: unknown;
  /** The id, as the GraphQL-over-HTTP specification's appendix on persisted documents names it. */
  readonly documentId?: unknown;
  /** The id, as Relay's examples name it. */
  readonly doc_id?: unknown;
  /** The same. */
  readonly id?: unknown;
  /** Apollo's clients put the id into `persistedQuery.sha256Hash`. */
  readonly extensions?: unknown;
}

/** Names of the parameters that hold nothing but an id. */
export const idParams = ['documentId', 'doc_id', 'id'] as const satisfies readonly (keyof DocumentParams)[];

/** Errors in the form that Apollo's clients look for: those for iOS and Android know some of them by their messages. */
const refused = (
  code:
    | 'PERSISTED_QUERY_NOT_FOUND'
    | 'PERSISTED_QUERY_NOT_SUPPORTED'
    | 'TRUSTED_DOCUMENT_REQUIRED'
    | 'TRUSTED_DOCUMENT_UNUSABLE',
  message: string,
): GraphQLError => createError(code, message, { http: { status: 400, spec: true } });

const trustedDocumentRequired = () =>
  refused(
    'TRUSTED_DOCUMENT_REQUIRED',
    'This gateway runs only trusted documents: send an id as "documentId", without the text.',
  );

const malformed = (message: string): GraphQLError => badRequest('BAD_REQUEST', message, { status: 400 });

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;

/** The hash that Apollo's clients send; undefined when there is none. */
const hashOf = ({ extensions }: DocumentParams): unknown =>
  memberOf(memberOf(extensions, 'persistedQuery'), 'sha256Hash') ?? undefined;

const idsOf = (params: DocumentParams): readonly unknown[] =>
  [...idParams.map((name) => params[name]), hashOf(params)].filter(
    (id) => id !== undefined && id !== null && id !== '',
  );

/** The id of the document that a request means; null when it names none. It may be anything that a client sends. */
export const documentIdOf = (params: DocumentParams): string | null =>
  idsOf(params).find((id) => typeof id === 'string') ?? null;

const useDocument = (document: ManifestEntry, documents: TrustedDocuments): ManifestEntry => {
  if (documents.prepare(document) === null) {
    const message = `The trusted document "${document.id}" is no longer supported: update the app.`;
    throw refused('TRUSTED_DOCUMENT_UNUSABLE', message);
  }
  return document;
};

/** Returns whether an id claims to be the hash of its text. */
const claimsHash = (id: string, params: DocumentParams): boolean => isHashId(id) || hashOf(params) === id;

const findByText = (text: string, documents: TrustedDocuments): ManifestEntry | null => {
  const document = documents.findByText(text);
  if (document !== undefined) return useDocument(document, documents);
  if (documents.mode === 'only') throw trustedDocumentRequired();
  return null;
};

/**
 * Finds the trusted document that a request means; null for whatever text it has.
 *
 * A text that comes with an id has to be the document of that id. A text without one, or with an id that is not known, runs with
 * `prefer`, and is kept no longer than any text; with `only` it runs when it is exactly a trusted document.
 *
 * @throws GraphQLError when neither may run
 */
const findDocument = (params: DocumentParams, documents: TrustedDocuments): ManifestEntry | null => {
  const { query } = params;
  const text = typeof query === 'string' && query !== '' ? query : null;
  if (documents.mode === 'off' && text !== null) return null;
  const [id, ...others] = idsOf(params);
  if (id === undefined) {
    if (text !== null) return findByText(text, documents);
    if (documents.mode === 'only') throw trustedDocumentRequired();
    return null;
  }
  if (documents.mode === 'off') throw refused('PERSISTED_QUERY_NOT_SUPPORTED', 'PersistedQueryNotSupported');
  if (typeof id !== 'string') throw malformed('The id of a document has to be a text.');
  if (others.some((other) => typeof other !== 'string' || withoutPrefix(other) !== withoutPrefix(id))) {
    throw malformed('The request names several documents: send one id.');
  }
  const document = documents.findById(id);
  if (text === null) {
    if (document === undefined) throw refused('PERSISTED_QUERY_NOT_FOUND', 'PersistedQueryNotFound');
    return useDocument(document, documents);
  }
  const isMeant =
    document === undefined ? !claimsHash(id, params) || withoutPrefix(id) === sha256Of(text) : document.text === text;
  if (!isMeant) throw malformed('The id and the text of the request are of different documents.');
  return findByText(text, documents);
};

/** Puts the text of a trusted document in the place of the ids of a request. @throws GraphQLError when the document may not run */
export const nameDocument = (
  params: DocumentParams,
  documents: TrustedDocuments,
): { readonly params: object; readonly isTrusted: boolean } => {
  const document = findDocument(params, documents);
  return document === null
    ? { params, isTrusted: false }
    : { params: { ...params, query: document.text }, isTrusted: true };
};
