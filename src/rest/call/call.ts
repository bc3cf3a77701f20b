/** Typed calls of endpoints: what goes in, and what can be read of the response. */
import type {
  ApplicationEndpointName,
  EndpointName,
  endpoints,
  PublicEndpointName,
  QueryParameter,
} from '../../contract/endpoints.ts';
import type { FieldTable, FieldType } from '../../contract/structure.ts';
import type { ReportDrift } from './drift.ts';
import type { Given } from './encode-body.ts';
import type { OutgoingPhoto } from './outgoing-photo.ts';

type Endpoints = typeof endpoints;

/** Endpoints that a `Call` cannot carry: their inputs or responses are no JSON, or they are sent without a token. */
type OtherThanJson = {
  [Name in EndpointName]: Endpoints[Name] extends
    | { readonly access: 'sign-in' }
    | { readonly body: 'photo' }
    | { readonly response: { readonly kind: 'pdf' } }
    ? Name
    : never;
}[EndpointName];

/** Names of the endpoints that take JSON or nothing, and respond with JSON or nothing. */
export type CallableName = Exclude<EndpointName, OtherThanJson>;

/** Names of the endpoints that respond with a document. */
export type DocumentName = {
  [Name in EndpointName]: Endpoints[Name] extends { readonly response: { readonly kind: 'pdf' } } ? Name : never;
}[EndpointName];

/** Names of the endpoints that take a photo. */
export type UploadName = {
  [Name in EndpointName]: Endpoints[Name] extends { readonly body: 'photo' } ? Name : never;
}[EndpointName];

/** Names of the endpoints that a caller's own data never passes through. */
export type PublicCallableName = Extract<CallableName, PublicEndpointName>;

/** Names of the endpoints that the token of an application is good for. */
export type ApplicationCallableName = Extract<CallableName, ApplicationEndpointName>;

type QueryTable = { readonly [name: string]: QueryParameter };

type RequiredNames<Table extends QueryTable> = {
  [Name in keyof Table]: Table[Name]['required'] extends true ? Name : never;
}[keyof Table];

type QueryOf<Table extends QueryTable> = {
  readonly [Name in RequiredNames<Table>]: Given<Table[Name]['type']>;
} & { readonly [Name in Exclude<keyof Table, RequiredNames<Table>>]?: Given<Table[Name]['type']> | undefined };

type PathOf<Table extends FieldTable> = { readonly [Name in keyof Table]: Given<Table[Name]> };

type PathPart<Table extends FieldTable> = keyof Table extends never ? object : { readonly path: PathOf<Table> };

type QueryPart<Table extends QueryTable> = keyof Table extends never
  ? object
  : RequiredNames<Table> extends never
    ? { readonly query?: QueryOf<Table> }
    : { readonly query: QueryOf<Table> };

type BodyPart<Body> = Body extends FieldType ? { readonly body: Given<Body> } : object;

/** Inputs of an endpoint: `path`, `query` and `body`, as far as it has them. */
export type CallInputs<Name extends EndpointName> = PathPart<Endpoints[Name]['pathParameters']> &
  QueryPart<Endpoints[Name]['query']> &
  BodyPart<Endpoints[Name]['body']>;

/**
 * Reads a body, which is given as `text` too where it comes from the service itself, and its HTTP status. May throw
 * UnreadableBodyError when the body is no response of the endpoint at all, and RefusalBodyError when it is a refusal.
 */
export type BodyReader<Result> = (json: unknown, drift: ReportDrift, text?: string, status?: number) => Result;

/** A successful response that has yet to be read. */
export interface Reply {
  /**
   * Reads the body; schema drift is reported.
   *
   * @throws UpstreamFailure when the body is no response of the endpoint at all: `unreadable`, `result_unreadable` for a write; or when
   *   it is a refusal: `rejected`
   */
  read<Result>(reader: BodyReader<Result>): Result;
}

/**
 * Calls an endpoint for one caller. The functions of this module take one and know how to read the response.
 *
 * @throws UpstreamFailure
 */
export type Call = <Name extends CallableName>(name: Name, inputs: CallInputs<Name>) => Promise<Reply>;

/**
 * Calls an endpoint that is open to an application too. Every `Call` is one; but a function that needs a user does not take it, so
 * that nothing of the kind can be asked on the token of the gateway's own application (ruling R41).
 */
export type ApplicationCall = <Name extends ApplicationCallableName>(
  name: Name,
  inputs: CallInputs<Name>,
) => Promise<Reply>;

/**
 * Calls an endpoint whose response is the same for all callers. Every `ApplicationCall` is one; but a function that reads a user's
 * data does not take it, so that nothing of a user can get into a cache that is filled through it (ruling R41).
 */
export type PublicCall = <Name extends PublicCallableName>(name: Name, inputs: CallInputs<Name>) => Promise<Reply>;

/**
 * Reads a document for one caller; null when the service has none (204).
 *
 * @throws UpstreamFailure
 */
export type DocumentCall = <Name extends DocumentName>(name: Name, inputs: CallInputs<Name>) => Promise<Buffer | null>;

/**
 * Sends a photo for one caller.
 *
 * @throws UpstreamFailure
 */
export type UploadCall = <Name extends UploadName>(
  name: Name,
  inputs: CallInputs<Name>,
  photo: OutgoingPhoto,
) => Promise<Reply>;
