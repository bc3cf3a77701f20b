/** The OpenAPI 3.1 document of the service, made from the endpoint table: GET /openapi.json. */
import type { AccessClass, Endpoint } from '../../contract/endpoints.ts';
import { ListingDefinition, requiredListingFields } from '../../contract/listings.ts';
import type { CodeTable, FieldType, Structure } from '../../contract/structure.ts';
import { grantParameters, TOKEN_HEADER } from '../../contract/tokens.ts';
import {
  describeParameter,
  endpointGroups,
  endpointSummaries,
  groupOf,
  type NamedEndpoint,
  namedEndpoints,
} from './endpoint-guide.ts';
import { structures, untypedFields } from './structures.ts';

/** A JSON schema. */
type Schema = { readonly [keyword: string]: unknown };

const schemaOfCodes = (codes: CodeTable): Schema => ({
  type: 'integer',
  format: 'int32',
  enum: Object.values(codes),
  'x-enum-varnames': Object.keys(codes),
  description: Object.entries(codes)
    .map(([name, code]) => `${code} = ${name}`)
    .join(', '),
});

const scalarSchemas = {
  int32: { type: 'integer', format: 'int32' },
  int64: { type: 'integer', format: 'int64' },
  double: { type: 'number', format: 'double' },
  float: { type: 'number', format: 'float' },
  string: { type: 'string' },
  boolean: { type: 'boolean' },
  'date-time': { type: 'string', format: 'date-time' },
  untyped: {},
} as const satisfies Partial<Record<FieldType['kind'], Schema>>;

/** The schema of a type; structures are referred to by name. */
const schemaOf = (type: FieldType): Schema => {
  if (type.kind === 'code') return schemaOfCodes(type.codes);
  if (type.kind === 'list') return { type: 'array', items: schemaOf(type.item) };
  if (type.kind === 'structure') return { $ref: `#/components/schemas/${type.name}` };
  return scalarSchemas[type.kind];
};

const orNull = (schema: Schema): Schema => {
  if ('$ref' in schema) return { anyOf: [schema, { type: 'null' }] };
  if (!('type' in schema)) return schema;
  const { enum: values, ...rest } = schema;
  const nullable = { ...rest, type: [schema['type'], 'null'] };
  return Array.isArray(values) ? { ...nullable, enum: [...values, null] } : nullable;
};

/**
 * The schema of a structure: every field, null where there is no value.
 *
 * @param isSent whether it is part of a request: then only what must be given is required, in a response all is there
 */
const schemaOfStructure = ({ name, fields }: Structure, isSent: boolean): Schema => {
  const properties = Object.entries(fields).map(([field, type]): [string, Schema] => {
    const usual = untypedFields[`${name}.${field}`];
    if (usual === undefined) return [field, orNull(schemaOf(type))];
    return [field, { ...orNull(schemaOf(usual)), description: 'No type is declared; this service writes this one.' }];
  });
  const needed = isSent ? [] : Object.keys(fields);
  const required = name === ListingDefinition.name ? requiredListingFields : needed;
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length === 0 ? {} : { required }),
  };
};

const security: Readonly<Record<AccessClass, readonly Schema[]>> = {
  public: [{ applicationToken: [] }, { userToken: [] }],
  application: [{ applicationToken: [] }, { userToken: [] }],
  user: [{ userToken: [] }],
  'sign-in': [],
};

const tokenScheme = (description: string): Schema => ({
  type: 'apiKey',
  in: 'header',
  name: TOKEN_HEADER,
  description,
});

const json = (schema: Schema): Schema => ({ 'application/json': { schema } });

const parameter = (place: string, name: string, required: boolean, type: FieldType, description?: string): Schema => ({
  name,
  in: place,
  required,
  ...(description === undefined ? {} : { description }),
  ...(type.kind === 'list' ? { style: 'form', explode: true } : {}),
  schema: schemaOf(type),
});

const tokenParameters = (): Schema[] => {
  const grants = Object.entries(grantParameters);
  const names = new Set(grants.flatMap(([, parameters]) => parameters));
  return [...names].map((name) => {
    const takers = grants.filter(([, parameters]) => parameters.some((each) => each === name));
    const isAlways = takers.length === grants.length;
    const description = `For ${takers.map(([grant]) => grant).join(', ')}.`;
    return parameter('header', name, isAlways, { kind: 'string' }, description);
  });
};

const parametersOf = ({ name, row }: NamedEndpoint): Schema[] => {
  const given = [
    ...Object.entries(row.pathParameters).map(([each, type]) =>
      parameter('path', each, true, type, describeParameter(name, each)),
    ),
    ...Object.entries(row.query).map(([each, { type, required }]) =>
      parameter('query', each, required, type, describeParameter(name, each)),
    ),
  ];
  if (row.access !== 'sign-in') return given;
  const grant = {
    ...parameter('header', 'grant_type', true, { kind: 'string' }),
    schema: { enum: Object.keys(grantParameters) },
  };
  return [grant, ...tokenParameters()];
};

const requestBodyOf = ({ body }: Endpoint): Schema => {
  if (body === null) return {};
  if (body !== 'photo') return { requestBody: { required: true, content: json(schemaOf(body)) } };
  const file = {
    type: 'object',
    required: ['file'],
    properties: { file: { type: 'string', contentMediaType: 'image/*' } },
  };
  const content = { 'multipart/form-data': { schema: file }, 'image/jpeg': {}, 'image/png': {}, 'image/webp': {} };
  return { requestBody: { required: true, content } };
};

const goodResponse = ({ response }: Endpoint): Schema => {
  if (response.kind === 'json') return { 200: { description: 'Done', content: json(schemaOf(response.type)) } };
  if (response.kind === 'empty') return { 200: { description: 'Done; no body' } };
  const pdf = { description: 'The document', content: { 'application/pdf': {} } };
  return { 200: pdf, 204: { description: 'There is no such document' } };
};

const refusal = (name: string): Schema => ({ $ref: `#/components/responses/${name}` });

const refusalsOf = (row: Endpoint): Schema => {
  if (row.access === 'sign-in') return { 400: refusal('TokenRefused'), 401: refusal('TokenRefused') };
  const isOfListing = 'id' in row.pathParameters;
  return {
    400: refusal('BadRequest'),
    401: refusal('Unauthorised'),
    ...(isOfListing && row.access === 'user' ? { 403: refusal('Forbidden') } : {}),
    ...(isOfListing ? { 404: refusal('NotFound') } : {}),
    ...(row.body === null ? {} : { 413: refusal('TooLarge'), 415: refusal('UnsupportedMediaType') }),
  };
};

const operationOf = (endpoint: NamedEndpoint): Schema => {
  const { name, row } = endpoint;
  return {
    operationId: name,
    summary: endpointSummaries[name],
    tags: [groupOf(row)],
    security: security[row.access],
    parameters: parametersOf(endpoint),
    ...requestBodyOf(row),
    responses: { ...goodResponse(row), ...refusalsOf(row) },
  };
};

const refusals: Schema = Object.fromEntries(
  [
    ['BadRequest', 'An input is wrong; the message names it'],
    ['Unauthorised', 'No token, an unknown or expired one, or an application’s where a user’s is needed'],
    ['Forbidden', 'It exists but is not the caller’s'],
    ['NotFound', 'There is no such thing, as far as the caller may know'],
    ['TooLarge', 'The body is too large'],
    ['UnsupportedMediaType', 'The body is of another type'],
  ].map(([name, description]) => [name, { description, content: json({ $ref: '#/components/schemas/Refusal' }) }]),
);

/** Names of all structures that a request can have in it. */
const sentStructures = (): ReadonlySet<string> => {
  const names = new Set<string>();
  const add = (type: FieldType): void => {
    if (type.kind === 'list') add(type.item);
    if (type.kind !== 'structure' || names.has(type.name)) return;
    names.add(type.name);
    for (const field of Object.values(type.fields)) add(field);
  };
  for (const { row } of namedEndpoints) if (row.body !== null && row.body !== 'photo') add(row.body);
  return names;
};

/**
 * Describes the endpoints as an OpenAPI 3.1 document.
 *
 * @param baseUrl what the specification calls `{base_url}`
 */
export const describeApi = (baseUrl: string): Schema => {
  const paths = new Map<string, Record<string, Schema>>();
  for (const endpoint of namedEndpoints) {
    const operations = { ...paths.get(endpoint.row.path), [endpoint.row.method.toLowerCase()]: operationOf(endpoint) };
    paths.set(endpoint.row.path, operations);
  }
  const sent = sentStructures();
  return {
    openapi: '3.1.0',
    info: {
      title: 'Classified Listings Service API',
      version: 'v1',
      description: 'The embedded Listings Service. Names and casing are those of the specification.',
    },
    servers: [{ url: baseUrl }],
    tags: endpointGroups.map((name) => ({ name })),
    paths: Object.fromEntries(paths),
    components: {
      securitySchemes: {
        applicationToken: tokenScheme('Bearer <token>, from the client credentials grant.'),
        userToken: tokenScheme('Bearer <token>, from the password grant.'),
      },
      responses: {
        ...refusals,
        TokenRefused: {
          description: 'No tokens; Error says why',
          content: json({ $ref: '#/components/schemas/TokenResponse' }),
        },
      },
      schemas: {
        ...Object.fromEntries(structures.map((each) => [each.name, schemaOfStructure(each, sent.has(each.name))])),
        Refusal: { type: 'object', properties: { Message: { type: 'string' } }, required: ['Message'] },
      },
    },
  };
};
