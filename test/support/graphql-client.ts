/** A small GraphQL client over real HTTP, and ways to look into what it gets. */
import { sendRequest } from './send-request.ts';

/** An error of a response. */
export interface ReportedError {
  readonly message: string;
  readonly path: readonly (string | number)[] | undefined;
  readonly extensions: Readonly<Record<string, unknown>>;
}

/** What came back. */
export interface GraphqlResponse {
  readonly status: number;
  readonly headers: Headers;
  /** The body as it came. */
  readonly text: string;
  /** The body as JSON, to compare as a whole. */
  readonly body: unknown;
  /** Null when the body has none. */
  readonly data: unknown;
  /** Empty when the body has none. */
  readonly errors: readonly ReportedError[];
}

/** What goes along with an operation. */
export interface QueryOptions {
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly operationName?: string;
  /** Sent as `Authorization: Bearer …`. */
  readonly token?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isPath = (value: unknown): value is readonly (string | number)[] =>
  Array.isArray(value) && value.every((part) => typeof part === 'string' || typeof part === 'number');

const parseBody = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const readError = (error: unknown): ReportedError => {
  if (!isRecord(error) || typeof error['message'] !== 'string') {
    throw new TypeError(`Not an error of GraphQL: ${JSON.stringify(error)}`);
  }
  const { message, path, extensions } = error;
  return { message, path: isPath(path) ? path : undefined, extensions: isRecord(extensions) ? extensions : {} };
};

/** Takes apart the response to an operation. */
export const readResponse = async (response: Response): Promise<GraphqlResponse> =>
  takeApart(response.status, response.headers, await response.text());

const takeApart = (status: number, headers: Headers, text: string): GraphqlResponse => {
  const body = parseBody(text);
  const { data = null, errors } = isRecord(body) ? body : {};
  return { status, headers, text, body, data, errors: Array.isArray(errors) ? errors.map(readError) : [] };
};

/** Sends an operation by POST. */
export const postOperation = async (
  endpoint: URL,
  query: string,
  { variables, operationName, token, headers, signal }: QueryOptions = {},
): Promise<GraphqlResponse> => {
  const response = await sendRequest(endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/graphql-response+json, application/json',
      ...(token == null ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: JSON.stringify({ query, variables, operationName }),
    signal,
  });
  return takeApart(response.status, response.headers, response.body.toString());
};

/** Takes the data of a response that has no errors. */
export const dataOf = ({ data, errors, text }: GraphqlResponse): unknown => {
  if (errors.length > 0 || data === null) throw new Error(`The operation failed: ${text.slice(0, 2000)}`);
  return data;
};

const step = (value: unknown, name: string): unknown => {
  if (Array.isArray(value)) return name === '*' ? value : value[Number(name)];
  return isRecord(value) ? value[name] : undefined;
};

/** Looks up a value in the data, e.g. `viewer.listings.nodes.0.id`, errors or not; undefined when it is not there. */
export const valueAt = ({ data }: GraphqlResponse, path: string): unknown => path.split('.').reduce(step, data);

/** Looks up a text in the data likewise. */
export const textAt = (response: GraphqlResponse, path: string): string => {
  const value = valueAt(response, path);
  if (typeof value !== 'string') throw new TypeError(`No text at ${path}: ${response.text.slice(0, 2000)}`);
  return value;
};

/** Looks up a list in the data likewise. */
export const listAt = (response: GraphqlResponse, path: string): readonly unknown[] => {
  const value = valueAt(response, path);
  if (!Array.isArray(value)) throw new TypeError(`No list at ${path}: ${response.text.slice(0, 2000)}`);
  return value;
};

/** The values of one field of every entry of a list in the data. */
export const columnAt = (response: GraphqlResponse, path: string, field: string): readonly unknown[] =>
  listAt(response, path).map((entry) => field.split('.').reduce(step, entry));

/** The codes of the errors of a response, in order. */
export const codesOf = ({ errors }: GraphqlResponse): readonly string[] =>
  errors.map(({ extensions }) => String(extensions['code']));
