/** What a service that works returns, with a value of its own in every field. */
import type { IncomingMessage } from 'node:http';
import { type EndpointName, endpoints } from '../../src/contract/endpoints.ts';
import { createAnswers, type FieldName } from '../gateway/canary-service.ts';
import { pdfHeaders, pdfOf } from '../support/pdf.ts';

/** A good reply: a body and what it is. */
export interface GoodReply {
  readonly contentType: string;
  readonly bytes: Buffer;
}

const done = { Result: 0, Items: [7], Errors: [] };

/** What endpoints that change something return. */
const responsesToChanges: Partial<Record<EndpointName, unknown>> = {
  saveListing: { Success: true, PKID: 7, Error: null, ValidationResults: [] },
  validateListing: { CanProceed: true, ValidationResults: [] },
  deleteListings: done,
  relistListings: done,
  relistAllListings: done,
  uploadPhoto: { index: 0, largeimageurl: 'large', thumbimageurl: 'thumb' },
  setPremiumOptions: { options: [] },
};

/** Makes the good replies of all endpoints; one field may be left out wherever it stands. */
export const createGoodReplies = (without: FieldName | null = null): ((name: EndpointName) => GoodReply) => {
  const responses = { ...responsesToChanges, ...createAnswers(without) };
  return (name) => {
    const { response } = endpoints[name];
    if (response.kind === 'pdf') return { contentType: pdfHeaders['content-type'], bytes: pdfOf(2000) };
    const text = response.kind === 'empty' ? '' : JSON.stringify(responses[name] ?? null);
    return { contentType: 'application/json; charset=utf-8', bytes: Buffer.from(text) };
  };
};

/** The reply about the listing that the path of a request names: one about another listing is none (ruling R45). */
export const aboutAsked = (good: GoodReply, { url = '' }: IncomingMessage): GoodReply => {
  const [, id] = /\/(\d+)(?=[/?]|$)/.exec(url) ?? [];
  if (id === undefined) return good;
  const text = good.bytes.toString().replace(/("(?:PKID|UniqueID)":)\d+/, (_all, name: string) => name + id);
  return { ...good, bytes: Buffer.from(text) };
};
