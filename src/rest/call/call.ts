/** Typed calls of endpoints: what goes in, and what can be read of the response. */
import type {
  ApplicationEndpointName,
  CallableName,
  EndpointName,
  endpoints,
  PublicEndpointName,
  QueryParameter,
} from '../../contract/endpoints.ts';
import type { FieldTable, FieldType } from '../../contract/structure.ts';
import type { OutgoingPhoto } from '../request.ts';
import type { Given } from './encode-body.ts';

/** Schema drift: what of a response is not as the specification describes it. It never holds a value of the response. */
export interface Drift {
  /** Structure and field, e.g. `ItemDetail.Condition`, or the structure alone for a body or an element of a list. */
  readonly path: string;
  /**
   * - `unreadable`: the value has another type; it is read as null, or dropped from its list.
   * - `unknown-code`: a number or name outside its table of codes; it is read as null (assumption R15).
   * - `missing`: a field that the specification requires is absent or null.
   * - `absent`, `wrapped`: a field is not there, required or not; the value is inside of another (assumption R7). Only `probe` reports
   *   these, not the log, nor the metrics.
   */
  readonly problem: 'unreadable' | 'unknown-code' | 'missing' | 'absent' | 'wrapped';
}

/** Takes a report; called once for each drift, while a response is read. */
export type ReportDrift = (drift: Drift) => void;

/**
 * Takes a report of the whole client: called once for each drift, with the method and template of the endpoint that
 * gave the response, e.g. `GET /v1/listings/{id}`. Both come from the tables of the contract, never from a response.
 */
export type ObserveDrift = (drift: Drift, operation: string) => void;

type Endpoints = typeof endpoints;

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

type BodyPart<Body> = Body extends FieldType
  ? { readonly body: Given<Body> }
  : Body extends 'photo'
    ? { readonly photo: OutgoingPhoto }
    : object;

/** Inputs of an endpoint: `path`, `query`, and `body` or `photo`, as far as it has them. */
export type CallInputs<Name extends EndpointName> = PathPart<Endpoints[Name]['pathParameters']> &
  QueryPart<Endpoints[Name]['query']> &
  BodyPart<Endpoints[Name]['body']>;

/**
 * Reads a body: JSON, which is given as `text` too where it comes from the service itself, or the bytes of a document; and its HTTP status.
 * May throw UnreadableBodyError when the body is no response of the endpoint at all, RefusalBodyError when it is a refusal, and
 * NothingFoundError when it says that there is no such thing.
 */
export type BodyReader<Result> = (json: unknown, drift: ReportDrift, text?: string, status?: number) => Result;

// One generic type for these three would let each stand for the others: the compiler does not compare what bounds the name.
/**
 * Calls an endpoint for one caller, and reads the response; schema drift is reported. The functions of `endpoints/` take one and know how
 * to read.
 *
 * @throws UpstreamFailure; when the body is no response of the endpoint at all `unreadable`, or `result_unreadable` for a write; when it is
 *   a refusal `rejected`
 */
export type Call = <Name extends CallableName, Result>(
  name: Name,
  inputs: CallInputs<Name>,
  reader: BodyReader<Result>,
) => Promise<Result>;

/**
 * Calls an endpoint that is open to an application too. Every `Call` is one; but a function that needs a user does not take it, so
 * that nothing of the kind can be asked on the token of the gateway's own application (assumption R41).
 */
export type ApplicationCall = <Name extends ApplicationEndpointName, Result>(
  name: Name,
  inputs: CallInputs<Name>,
  reader: BodyReader<Result>,
) => Promise<Result>;

/**
 * Calls an endpoint whose response is the same for all callers. Every `ApplicationCall` is one; but a function that reads a user's
 * data does not take it, so that nothing of a user can get into a cache that is filled through it (assumption R41).
 */
export type PublicCall = <Name extends PublicEndpointName, Result>(
  name: Name,
  inputs: CallInputs<Name>,
  reader: BodyReader<Result>,
) => Promise<Result>;
