/** A response that is not the one asked for, thrown where the request turns out to be wrong. */

/** Every JSON body of a refusal has a readable message, and most have nothing else. */
interface RefusalBody {
  readonly Message: string;
  readonly [field: string]: unknown;
}

/** Thrown for what a caller did wrong; the router turns it into its HTTP response. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly body: RefusalBody;
  readonly headers: Readonly<Record<string, string>>;

  /** @param given the JSON body, or its `Message` alone */
  constructor(status: number, given: RefusalBody | string, headers: Readonly<Record<string, string>> = {}) {
    const body = typeof given === 'string' ? { Message: given } : given;
    super(body.Message);
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** 400: an input is wrong. The text names it and says what is expected. */
export const badRequest = (text: string): Refusal => new Refusal(400, text);

/** 401: there is no token, or it does not serve. */
export const unauthorised = (text: string): Refusal => new Refusal(401, text, { 'WWW-Authenticate': 'Bearer' });

/** 404: there is no such thing, as far as this caller may know. */
export const notFound = (text: string): Refusal => new Refusal(404, text);

/** 405: the path exists, but not with this method. */
export const methodNotAllowed = (allowed: string): Refusal =>
  new Refusal(405, `This path takes ${allowed} only.`, { Allow: allowed });

/** 415: the body is of another type than the endpoint takes. */
export const unsupportedMediaType = (expected: string): Refusal => new Refusal(415, `The body must be ${expected}.`);

/** 500: the service failed. The response reveals no cause. */
export const internalError = (): Refusal => new Refusal(500, 'The service could not process this request.');

/** Writes the response that a refusal stands for. */
export const writeRefusal = ({ body, headers, status }: Refusal): Response =>
  new Response(JSON.stringify(body), { status, headers: { ...headers, 'Content-Type': 'application/json' } });
