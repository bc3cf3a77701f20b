/** Media types: of the body of a request, and of the response that its header `Accept` asks for, as RFC 9110, section 12.5.1 says. */
import type { RequestHead } from './router.ts';

/** Reads the media type of a header `Content-Type`: in lower case, without parameters; empty where there is none. */
export const mediaTypeOf = (contentType: string | null | undefined): string => {
  const text = contentType ?? '';
  const end = text.indexOf(';');
  return (end === -1 ? text : text.slice(0, end)).trim().toLowerCase();
};

/** Media types of JSON. */
export const JSON_TYPES: ReadonlySet<string> = new Set(['application/json', 'application/graphql+json']);

/** The media type of a body. Most clients send that and nothing else. */
export const bodyTypeOf = ({ headers: { 'content-type': type = '' } }: Pick<RequestHead, 'headers'>): string =>
  JSON_TYPES.has(type) ? type : mediaTypeOf(type);

/** Returns whether a request says that it is JSON. */
export const isJson = (request: Pick<RequestHead, 'headers'>): boolean => JSON_TYPES.has(bodyTypeOf(request));

interface MediaRange {
  readonly type: string;
  /** From 0, which refuses the range, to 1. */
  readonly weight: number;
}

const WEIGHT = /^\s*q\s*=\s*([01](?:\.\d*)?)\s*$/i;
const CHARSET = /^\s*charset\s*=\s*"?([^\s"]*)"?\s*$/i;

/** Every response is UTF-8: a range with another charset has none of them. */
const isOtherCharset = (parameter: string): boolean => {
  const charset = CHARSET.exec(parameter)?.[1];
  return charset !== undefined && !isUtf8Name(charset);
};

/** Returns whether a charset is UTF-8, by its name. */
export const isUtf8Name = (charset: string): boolean => /^utf-?8$/i.test(charset);

/** Media ranges that are looked at, and parts of each: thousands take milliseconds, and no client needs them. */
const [MAX_RANGES, MAX_PARTS] = [50, 10] as const;

const readRanges = (accept: string): readonly MediaRange[] =>
  accept.split(',', MAX_RANGES).flatMap((element) => {
    const [type = '', ...parameters] = element.split(';', MAX_PARTS);
    if (parameters.some(isOtherCharset)) return [];
    const weight = parameters.map((parameter) => WEIGHT.exec(parameter)?.[1]).find((found) => found !== undefined);
    return [{ type: type.trim().toLowerCase(), weight: Math.min(1, Number(weight ?? 1)) }];
  });

/** The range that a type falls under: the most specific one decides. */
const rangeOf = (type: string, ranges: readonly MediaRange[]): MediaRange | undefined => {
  for (const name of [type, `${type.slice(0, type.indexOf('/'))}/*`, '*/*']) {
    const range = ranges.find((one) => one.type === name);
    if (range !== undefined) return range;
  }
  return undefined;
};

/**
 * Chooses the type that a client wants most; null when it accepts none.
 *
 * Among types of the same weight the one whose range comes first in the header is chosen, and among those of the same range the one
 * that is offered first, as it is for a client that says nothing.
 *
 * @param offered at least one, in lower case
 */
export const chooseMediaType = <Type extends string>(
  accept: string | undefined,
  offered: readonly [Type, ...Type[]],
): Type | null => {
  if (accept === undefined || accept.trim() === '') return offered[0];
  const ranges = readRanges(accept);
  let chosen: { readonly type: Type; readonly range: MediaRange } | null = null;
  for (const type of offered) {
    const range = rangeOf(type, ranges);
    if (range === undefined || range.weight === 0) continue;
    const isWantedMore =
      chosen === null ||
      range.weight > chosen.range.weight ||
      (range.weight === chosen.range.weight && ranges.indexOf(range) < ranges.indexOf(chosen.range));
    if (isWantedMore) chosen = { type, range };
  }
  return chosen?.type ?? null;
};
