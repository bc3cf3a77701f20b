/** Responses that are other than the specification has them. */
import { parseJson } from '../../json/lossless-json.ts';
import type { OddShape } from './fault.ts';

const withNulls = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(() => null);
  if (typeof value !== 'object' || value === null) return null;
  return Object.fromEntries(Object.keys(value).map((key) => [key, null]));
};

const withStrings = (value: unknown): unknown => {
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.map(withStrings);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withStrings(each)]));
};

const HTML = '<!doctype html><title>Listings</title><h1>It works</h1>\n';

const rewrite = (text: string, shape: Exclude<OddShape, 'html'>): string => {
  switch (shape) {
    case 'wrapped':
      return `{"Data":${text}}`;
    case 'array':
      return `[${text}]`;
    case 'nulls':
      return JSON.stringify(withNulls(JSON.parse(text)));
    case 'strings':
      return JSON.stringify(withStrings(parseJson(text)));
    case 'empty':
      return '';
    case 'truncated':
      return text.slice(0, Math.floor(text.length / 2));
    case 'bom':
      return `\uFEFF${text}`;
    default:
      return shape satisfies never;
  }
};

/** Gives a JSON response another shape; responses that are not 200 with JSON stay as they are. */
export const makeOdd = async (response: Response, shape: OddShape): Promise<Response> => {
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  if (response.status !== 200 || !isJson) return response;
  if (shape === 'html') return new Response(HTML, { headers: { 'Content-Type': 'text/html; charset=utf-8' } });
  return new Response(rewrite(await response.text(), shape), { headers: { 'Content-Type': 'application/json' } });
};
