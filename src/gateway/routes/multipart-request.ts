/**
 * Reads GraphQL multipart requests with one file: `operations`, then `map`, then the file.
 * https://github.com/jaydenseric/graphql-multipart-request-spec
 */
import type { IncomingMessage } from 'node:http';
import { isBeyondBounds } from '../../json/json-bounds.ts';
import { isJsonObject } from '../../json/json-object.ts';
import { badRequest } from '../errors/graphql-errors.ts';
import type { IncomingPhoto } from '../uploads/incoming-photo.ts';
import { readFileForm } from '../uploads/read-upload.ts';
import { MAX_REQUEST_VALUES, parseJson } from './request-text.ts';

const SPECIFICATION = 'https://github.com/jaydenseric/graphql-multipart-request-spec';

const malformed = (problem: string) => badRequest('BAD_REQUEST', `${problem} See ${SPECIFICATION}.`, { status: 400 });

/** Stands in decoded text for what is not UTF-8. */
const REPLACEMENT = '\uFFFD';

const parseObject = (name: string, text: string): Record<string, unknown> => {
  if (text.includes(REPLACEMENT)) throw malformed(`The field "${name}" is not UTF-8.`);
  if (isBeyondBounds(text, MAX_REQUEST_VALUES)) {
    throw malformed(`The field "${name}" has more than ${MAX_REQUEST_VALUES} values, or is nested too deeply.`);
  }
  const json = parseJson(text);
  if (json === undefined) throw malformed(`The field "${name}" is not JSON.`);
  if (!isJsonObject(json)) throw malformed(`The field "${name}" has to be one JSON object.`);
  return json;
};

/** The only entry of `map`: the name of the file's field, and where in the variables the file belongs. */
const readMap = (text: string): { readonly field: string; readonly path: readonly string[] } => {
  const [entry, ...others] = Object.entries(parseObject('map', text));
  const paths: unknown = entry?.[1];
  const path: unknown = Array.isArray(paths) && paths.length === 1 ? paths[0] : undefined;
  if (entry === undefined || others.length > 0 || typeof path !== 'string') {
    throw malformed('The field "map" has to name one file and one place for it, e.g. {"0": ["variables.file"]}.');
  }
  const [root, ...keys] = path.split('.');
  if (root !== 'variables' || keys.length === 0) throw malformed('A file belongs in "variables".');
  return { field: entry[0], path: keys };
};

/** Puts the file where `path` says. The place is there and null, as the specification wants it. */
const place = (operations: Record<string, unknown>, path: readonly string[], file: IncomingPhoto): object => {
  const { variables } = operations;
  let holder: unknown = variables;
  for (const key of path.slice(0, -1)) {
    holder = isJsonObject(holder) && Object.hasOwn(holder, key) ? holder[key] : undefined;
  }
  const last = path.at(-1);
  if (!isJsonObject(variables) || !isJsonObject(holder) || last === undefined || !Object.hasOwn(holder, last)) {
    throw malformed('There is no variable at the place that the field "map" names.');
  }
  if (holder[last] !== null) throw malformed('The variable of a file has to be null.');
  Object.defineProperty(holder, last, { value: file, enumerable: true });
  return operations;
};

/**
 * Reads a request with its file.
 *
 * @param maxFieldBytes most characters of all fields beside the file
 * @param photo takes the file
 * @throws GraphQLError BAD_REQUEST, REQUEST_TOO_LARGE, or OVERLOADED when the photo is refused; ClientGoneError
 */
export const readMultipartRequest = (
  request: IncomingMessage,
  maxFieldBytes: number,
  photo: IncomingPhoto,
): Promise<object> =>
  readFileForm(request, maxFieldBytes, ['operations', 'map'], photo, ({ fields, fileField }) => {
    const operations = fields.get('operations');
    const map = fields.get('map');
    if (operations === undefined || map === undefined) {
      throw malformed('The fields "operations" and "map" have to come before the file.');
    }
    const { field, path } = readMap(map);
    if (field !== fileField) throw malformed('The file has to come in the field that "map" names.');
    return place(parseObject('operations', operations), path, photo);
  });
