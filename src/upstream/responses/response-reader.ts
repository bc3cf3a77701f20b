/** How responses of one kind become replies. */
import type { JsonObject } from '../../json/json-object.ts';
import type { ServiceRequest } from '../call/service-request.ts';

/** Reads the responses to one kind of requests. */
export interface ResponseReader<Request extends ServiceRequest, Reply> {
  /** Media type that is asked for. */
  readonly accept: string;
  /** The reply of a success that has no body by its nature; null when its body is to be read. @throws UpstreamFailure for a success that is none */
  readonly withoutBody: (request: Request, status: number) => Reply | null;
  /** Most bytes of the body of a success, as sent and once inflated. */
  readonly maxBytes: (request: Request) => number;
  /** Reads the body of a success. @param contentType the header as sent; null when it is absent */
  readonly read: (request: Request, status: number, bytes: Buffer, contentType: string | null) => Reply;
  /** The reply of a success whose body cannot be read, for an error of it, of its connection or of `read`. @throws UpstreamFailure */
  readonly unread: (request: Request, status: number, error: unknown) => Reply;
  /** Makes replies of refusals, which JSON bodies of a 4xx other than 429 are; null where they are none. */
  readonly refusals: (request: Request) => ((status: number, json: JsonObject) => Reply) | null;
}
