/** The running service, and the implementation of an endpoint: a function from its inputs to its response, both typed by the endpoint table. */
import type { Endpoint, EndpointName, endpoints, QueryParameter } from '../../contract/endpoints.ts';
import type { ListingDefinition } from '../../contract/listings.ts';
import type { FieldType, Wire } from '../../contract/structure.ts';
import type { JsonObject } from '../../json/json-object.ts';
import type { Logger } from '../../log/logger.ts';
import type { Database } from '../database/database.ts';
import type { FaultInjection } from '../faults/fault-injection.ts';
import type { LookupLabels } from '../lookups/lookups.ts';

/**
 * Runs a task when its turn has come.
 *
 * @throws Refusal 503 when too many wait already, and whatever the task throws
 */
export type RunTask = <Result>(task: () => Promise<Result>) => Promise<Result>;

/** The running service, as its handlers see it. */
export interface Service {
  readonly database: Database;
  readonly log: Logger;
  /** Where the service is reached, without a slash at the end: the start of every URL it writes. */
  readonly origin: string;
  /** Port of the gateway that shows GraphiQL in front of the service; null when there is none. */
  readonly explorerPort: number | null;
  readonly labels: LookupLabels;
  readonly accessTokenLifetimeMs: number;
  readonly refreshTokenLifetimeMs: number;
  /** How many active test listings an account may hold. */
  readonly testListingLimit: number;
  /** Work on pixels, of which little goes on at a time. */
  readonly runImageTask: RunTask;
  /** Uploads whose bodies are being read: they bound what photos take of memory. */
  readonly runUpload: RunTask;
  /** Responds to requests, spoilt where faults were asked for. */
  readonly injectFaults: FaultInjection;
  /** The time now, in epoch milliseconds. */
  now(): number;
  /** Unpredictable bytes, for tokens. */
  randomBytes(count: number): Buffer;
}

type RowOf<Name extends EndpointName> = (typeof endpoints)[Name];

/** An application that called with its own token. */
export interface ApplicationCaller {
  readonly applicationId: number;
  /** Listings created now are test listings. */
  readonly isTestMode: boolean;
  readonly userId: null;
  /** When the token expires, in epoch milliseconds. */
  readonly tokenExpiresAt: number;
}

/** A user who called with a token of theirs. */
export interface UserCaller extends Omit<ApplicationCaller, 'userId'> {
  readonly userId: number;
}

/** The caller of an endpoint of an access class: a user, any holder of a token, or nobody yet. */
type CallerOf<Access extends Endpoint['access']> = Access extends 'user'
  ? UserCaller
  : Access extends 'public' | 'application'
    ? UserCaller | ApplicationCaller
    : null;

type ValueOf<Type> = Type extends FieldType ? Wire<Type> : never;

type QueryValueOf<Parameter> =
  Parameter extends QueryParameter<infer Type, infer IsRequired>
    ? IsRequired extends true
      ? Wire<Type>
      : Wire<Type> | null
    : never;

/** A listing arrives unchecked: its check names every field that is wrong, and so has to see them all. */
type BodyOf<Type> = Type extends typeof ListingDefinition ? JsonObject : Type extends FieldType ? Wire<Type> : null;

/** A checked request. An optional parameter or a body field that was not sent is null. */
interface EndpointRequest<Name extends EndpointName> {
  readonly path: {
    readonly [Parameter in keyof RowOf<Name>['pathParameters']]: ValueOf<RowOf<Name>['pathParameters'][Parameter]>;
  };
  readonly query: {
    readonly [Parameter in keyof RowOf<Name>['query']]: QueryValueOf<RowOf<Name>['query'][Parameter]>;
  };
  /** The JSON body; null where the endpoint takes none or reads it itself from `http`. */
  readonly body: BodyOf<RowOf<Name>['body']>;
  readonly caller: CallerOf<RowOf<Name>['access']>;
  /** For what the table does not describe: headers of the token endpoint, bytes of a photo. */
  readonly http: Request;
}

/** Result of a handler: the structure of the row, nothing, or a PDF (null = 204). */
type EndpointResponse<Name extends EndpointName> = RowOf<Name>['response'] extends {
  readonly kind: 'json';
  readonly type: infer Type;
}
  ? ValueOf<Type>
  : RowOf<Name>['response'] extends { readonly kind: 'pdf' }
    ? Uint8Array<ArrayBuffer> | null
    : void;

/** Implements an endpoint. It throws Refusal for whatever is wrong with the request. */
export type Handler<Name extends EndpointName> = (
  request: EndpointRequest<Name>,
  service: Service,
) => EndpointResponse<Name> | Promise<EndpointResponse<Name>>;

/** Handlers by the name of their endpoint. */
export type Handlers = { readonly [Name in EndpointName]: Handler<Name> };
