/** The headers that a handler gives a response. */
import type { OutgoingHttpHeader, OutgoingHttpHeaders } from 'node:http';

/** Headers by name, or as a flat list of names and values. */
export type ResponseHeaders = OutgoingHttpHeaders | OutgoingHttpHeader[];

/** Headers as a flat list of their own. */
export const headerListOf = (headers: ResponseHeaders): OutgoingHttpHeader[] =>
  Array.isArray(headers)
    ? [...headers]
    : Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [name, value]));
