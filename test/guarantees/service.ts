/** A service that works, apart from what is aimed at it: with a value of its own in every field of what it returns. */
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type EndpointName, endpoints } from '../../src/contract/endpoints.ts';
import { type FieldName, createAnswers } from '../gateway/canary-service.ts';
import { endpointOf } from '../support/endpoint-of.ts';
import { startListening } from '../support/network/listen.ts';
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

/** The reply about the listing that the path of a request names: one about another listing is none (assumption R45). */
export const aboutAsked = (good: GoodReply, { url = '' }: IncomingMessage): GoodReply => {
  const [, id] = /\/(\d+)(?=[/?]|$)/.exec(url) ?? [];
  if (id === undefined) return good;
  const text = good.bytes.toString().replace(/("(?:PKID|UniqueID|SectionID)":)\d+/, (_all, name: string) => name + id);
  return { ...good, bytes: Buffer.from(text) };
};

/** A request to the service. */
export interface ServiceRequest {
  readonly endpoint: EndpointName;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly good: GoodReply;
}

/** Responses in place of the service; false leaves the response to it. */
export type Responder = (asked: ServiceRequest) => boolean;

/** A running service. */
export interface PlainService extends AsyncDisposable {
  readonly url: URL;
  /** Requests so far. */
  readonly calls: () => number;
  readonly connections: () => number;
}

/** Responds with a body. */
export const sendGood = (response: ServerResponse, { contentType }: GoodReply, bytes: Buffer): void => {
  response.writeHead(200, { 'content-type': contentType, 'content-length': bytes.length }).end(bytes);
};

/** Starts a service, on a free port unless it is given one. */
export const startPlainService = async (respond: Responder = () => false, port = 0): Promise<PlainService> => {
  const goodReplyOf = createGoodReplies();
  const good = new Map<EndpointName, GoodReply>();
  let calls = 0;
  const server = createServer((request, response) => {
    calls += 1;
    request.resume();
    request.on('error', () => {});
    response.on('error', () => {});
    const path = request.url?.split('?', 1)[0] ?? '';
    const endpoint = endpointOf(request.method ?? '', path.replace(/^\/api/, ''));
    if (endpoint === null) {
      response.writeHead(404).end();
      return;
    }
    const known = good.get(endpoint) ?? goodReplyOf(endpoint);
    good.set(endpoint, known);
    const reply = aboutAsked(known, request);
    if (!respond({ endpoint, request, response, good: reply })) sendGood(response, reply, reply.bytes);
  });
  const listening = await startListening(server, '127.0.0.1', port);
  return {
    url: new URL(`http://127.0.0.1:${listening.port}/api`),
    calls: () => calls,
    connections: listening.connections,
    [Symbol.asyncDispose]: () => listening[Symbol.asyncDispose](),
  };
};

/** A request to the endpoint at which a fault is aimed. */
export interface Struck {
  readonly response: ServerResponse;
  readonly socket: Socket;
  /** What a service that works would return. */
  readonly good: GoodReply;
  /** Counts the requests of one case to the endpoint, from 0. */
  readonly attempt: number;
  readonly endpoint: EndpointName;
  /** A place at another origin. */
  readonly elsewhere: URL;
  /** Responds well. */
  readonly respondWell: () => void;
}

/** What the service does in place of a response. */
export type Strike = (struck: Struck) => void | Promise<void>;

/** A request that the service got. */
export interface SeenRequest {
  readonly endpoint: EndpointName;
  /** Target, headers and body as they came. */
  readonly text: string;
  readonly id: string;
}

/** A case, as the service knows it by the id of its request. */
export interface AimedCase {
  readonly endpoint: EndpointName;
  readonly without: FieldName | null;
  readonly strike: Strike;
}

/** A running service. */
export interface FaultyService extends AsyncDisposable {
  readonly url: URL;
  /** Aims a fault at the requests that are made for one request to the gateway. */
  aim(id: string, aimed: AimedCase): void;
  readonly seen: readonly SeenRequest[];
  /** Requests that arrived at another origin. */
  strays(): number;
  readonly connections: () => number;
}

const goodReplies = new Map<FieldName | null, ReturnType<typeof createGoodReplies>>();

/** The good reply of an endpoint; made once. */
const goodReplyOf = (name: EndpointName, without: FieldName | null): GoodReply => {
  const known = goodReplies.get(without) ?? createGoodReplies(without);
  goodReplies.set(without, known);
  return known(name);
};

/** Starts a service at which faults can be aimed. */
export const startFaultyService = async (): Promise<FaultyService> => {
  const cases = new Map<string, AimedCase>();
  const attempts = new Map<string, number>();
  const seen: SeenRequest[] = [];
  const other = await startPlainService();

  const serve = async ({ endpoint, request, response, good: whole }: ServiceRequest): Promise<void> => {
    const body = await buffer(request);
    const id = String(request.headers['x-request-id'] ?? '');
    const aimed = cases.get(id) ?? null;
    seen.push({ endpoint, id, text: `${request.url}\n${request.rawHeaders.join('\n')}\n${body.toString('latin1')}` });
    const without = aimed?.without ?? null;
    const good = without === null ? whole : aboutAsked(goodReplyOf(endpoint, without), request);
    const respondWell = (): void => sendGood(response, good, good.bytes);
    if (aimed === null || aimed.endpoint !== endpoint) {
      respondWell();
      return;
    }
    const attempt = attempts.get(id) ?? 0;
    attempts.set(id, attempt + 1);
    await aimed.strike({
      response,
      socket: request.socket,
      good,
      attempt,
      endpoint,
      elsewhere: other.url,
      respondWell,
    });
  };

  const service = await startPlainService((asked) => {
    serve(asked).catch(() => asked.request.socket.destroy());
    return true;
  });
  return {
    url: service.url,
    aim: (id, aimed) => void cases.set(id, aimed),
    seen,
    strays: other.calls,
    connections: service.connections,
    [Symbol.asyncDispose]: async () => {
      await Promise.all([service[Symbol.asyncDispose](), other[Symbol.asyncDispose]()]);
    },
  };
};
