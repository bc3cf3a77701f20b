/** The head of a request: what most of the gateway looks at, its id, and its media type. */
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';

/** A request without its body. */
export interface RequestHead {
  readonly method?: string | undefined;
  /** The request target as it came. */
  readonly url?: string | undefined;
  readonly headers: IncomingHttpHeaders;
  /** True when its body has come in. */
  readonly complete: boolean;
  readonly socket: Pick<Socket, 'remoteAddress' | 'destroyed' | 'writable'>;
}

const ACCEPTED = /^[A-Za-z0-9._-]{8,64}$/;

/** Takes the id that the client gave when it is fit for logs and headers, else makes one. */
export const requestIdOf = (given: string | string[] | undefined): string =>
  typeof given === 'string' && ACCEPTED.test(given) ? given : randomUUID();

/** Reads the media type of a header `Content-Type`: in lower case, without parameters; empty where there is none. */
export const mediaTypeOf = (contentType: string | null | undefined): string => {
  const text = contentType ?? '';
  const end = text.indexOf(';');
  return (end === -1 ? text : text.slice(0, end)).trim().toLowerCase();
};
