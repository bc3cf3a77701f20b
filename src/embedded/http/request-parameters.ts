/** Reads the path and query parameters of a request by the endpoint table. */
import type { Endpoint } from '../../contract/endpoints.ts';
import type { FieldTable, FieldType } from '../../contract/structure.ts';
import { badRequest } from '../core/refusal.ts';
import { readText } from '../core/wire-value.ts';

const readOrRefuse = (type: FieldType, text: string, at: string): unknown => {
  const read = readText(type, text, at);
  if (!read.ok) throw badRequest(read.problem);
  return read.value;
};

/**
 * Reads the parameters in the path.
 *
 * @param find gives the decoded text of a parameter
 * @throws Refusal 400 that names the parameter and what it takes
 */
export const readPath = (table: FieldTable, find: (name: string) => string | undefined): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(table).map(([name, type]) => [
      name,
      readOrRefuse(type, find(name) ?? '', `Path parameter '${name}'`),
    ]),
  );

/**
 * Reads the parameters in the query; one that was not sent is null. Parameters that the table does not have are ignored.
 * Only a list may be sent more than once.
 *
 * @throws Refusal 400 that names the parameter and what it takes
 */
export const readQuery = (table: Endpoint['query'], sent: URLSearchParams): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(table).map(([name, { type, required }]) => {
      const at = `Query parameter '${name}'`;
      const texts = sent.getAll(name);
      const [text] = texts;
      if (text === undefined) {
        if (required) throw badRequest(`${at} is required.`);
        return [name, null];
      }
      if (type.kind === 'list') return [name, texts.map((each) => readOrRefuse(type.item, each, at))];
      if (texts.length > 1) throw badRequest(`${at} must be sent once.`);
      return [name, readOrRefuse(type, text, at)];
    }),
  );
