import type { IncomingHttpHeaders } from 'node:http';
import type { ResponseBody } from './buffered-body.ts';

/** A response whose headers are there, and whose body is not read yet. */
export interface Response {
  readonly statusCode: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: ResponseBody;
}
