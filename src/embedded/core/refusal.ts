/** A response that is not the one asked for, thrown where the request turns out to be wrong. */

/** Every JSON body of a refusal has a readable message. */
interface RefusalBody {
  readonly Message: string | null;
  readonly [field: string]: unknown;
}

/** Thrown for what a caller did wrong; the router turns it into its HTTP response. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  /** JSON body; its `Message` is the message of the error too. */
  readonly body: RefusalBody;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, body: RefusalBody, headers: Readonly<Record<string, string>> = {}) {
    super(body.Message ?? `Refused with HTTP ${status}`);
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** Body of every refusal but those of the token endpoint. */
const message = (text: string): { readonly Message: string } => ({ Message: text });

/** 400: an input is wrong. The text names it and says what is expected. */
export const badRequest = (text: string): Refusal => new Refusal(400, message(text));

/** 401: there is no token, or it does not serve. */
export const unauthorised = (text: string): Refusal =>
  new Refusal(401, message(text), { 'WWW-Authenticate': 'Bearer' });

/** 403: the thing exists but is not for this caller. */
export const forbidden = (text: string): Refusal => new Refusal(403, message(text));

/** 404: there is no such thing, as far as this caller may know. */
export const notFound = (text: string): Refusal => new Refusal(404, message(text));

/** 405: the path exists, but not with this method. */
export const methodNotAllowed = (allowed: string): Refusal =>
  new Refusal(405, message(`This path takes ${allowed} only.`), { Allow: allowed });

/** 413: the body is larger than the service reads. */
export const tooLarge = (limitBytes: number): Refusal =>
  new Refusal(413, message(`The body must not be larger than ${limitBytes} bytes.`));

/** 415: the body is of another type than the endpoint takes. */
export const unsupportedMediaType = (expected: string): Refusal =>
  new Refusal(415, message(`The body must be ${expected}.`));

/** 500: the service failed. The response reveals no cause. */
export const internalError = (): Refusal => new Refusal(500, message('The service could not process this request.'));

/** 409: something else changed the same thing in the meantime. */
export const conflict = (text: string): Refusal => new Refusal(409, message(text));

/** 503: too much is going on; the same request can be sent again in a second. */
export const busy = (): Refusal => new Refusal(503, message('The service is busy.'), { 'Retry-After': '1' });

/** 503: the service is shutting down. */
export const unavailable = (): Refusal => new Refusal(503, message('The service is shutting down.'));

/** Writes the response that a refusal stands for. */
export const writeRefusal = ({ body, headers, status }: Refusal): Response =>
  new Response(JSON.stringify(body), { status, headers: { ...headers, 'Content-Type': 'application/json' } });
