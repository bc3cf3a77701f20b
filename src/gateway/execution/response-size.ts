/** Size of a response while it is made, and where it stops. */
import type { GraphQLError } from 'graphql';
import { wholeNumber } from '../../settings/kinds.ts';
import { settingIn, type ValuesOf } from '../../settings/setting.ts';
import { OBJECTS_PER_CALL } from '../admission/request-rates.ts';
import type { ExceededLimit } from '../documents/operation-limits.ts';
import { ASK_FOR_LESS, createError } from '../errors/graphql-errors.ts';

const limit = settingIn('Limits');

/** The size limits of a response. */
export const responseLimitSettings = {
  objects: limit('MAX_RESPONSE_OBJECTS', wholeNumber(100, 10_000_000), {
    what: 'Most objects in the response to one operation, however deep they stand.',
    default: 25_000,
    example: '50000',
  }),
  bytes: limit('MAX_RESPONSE_BYTES', wholeNumber(10_000, 104_857_600), {
    what: 'Largest response to one operation, in bytes of JSON.',
    default: 2_097_152,
    example: '4194304',
  }),
};

/** Size limits of a response. */
export type ResponseLimits = ValuesOf<typeof responseLimitSettings>;

/** A response has become too large, or dearer than its caller can pay: nothing more of it is made. */
class ResponseStoppedError extends Error {
  override readonly name = 'ResponseStoppedError';
}

/** Bytes that the JSON of an error takes, about. */
const ERROR_BYTES = 500;
/** A character of a string takes six bytes of JSON at most: `\u0000`. */
const MAX_BYTES_PER_CHARACTER = 6;

/**
 * The size of one response. Most of what is too large is refused before it runs; this is for lists whose lengths nobody knew, and for long
 * texts. Objects are counted as they are made, and paid for where they were not planned. Of the bytes what is certain is counted: strings
 * by their characters.
 */
export class ResponseSize {
  readonly #limits: ResponseLimits;
  readonly #payCall: () => GraphQLError | null;
  #objects = 0;
  #bytes = 0;
  /** Objects that may be made before a call is to be paid. */
  #paidObjects: number;
  #unpaid: GraphQLError | null = null;
  /** Made once: a stack for each object that is not made would take longer than the object. */
  #stop: ResponseStoppedError | null = null;

  /**
   * @param prepaid calls that were paid for the objects that were planned
   * @param payCall pays one more; gives the error that refuses it, null when it is paid
   */
  constructor(limits: ResponseLimits, prepaid: number, payCall: () => GraphQLError | null) {
    this.#limits = limits;
    this.#payCall = payCall;
    this.#paidObjects = (prepaid + 1) * OBJECTS_PER_CALL - 1;
  }

  /**
   * What refuses the response; null when nothing does.
   *
   * @param hasChanges whether mutations may have been applied by the time that it was known
   */
  refusal(hasChanges: boolean): GraphQLError | null {
    const exceeded = this.#exceeded;
    if (this.#unpaid !== null || exceeded === null) return this.#unpaid;
    const { name, what, limit, figure } = exceeded;
    const more = hasChanges ? ' Its mutations may have been applied: re-fetch before you repeat them.' : '';
    return createError(
      'OPERATION_TOO_COMPLEX',
      `The operation has ${figure} ${what} or more, and the limit is ${limit}. ${ASK_FOR_LESS}${more}`,
      { limit, figure, exceeded: name, http: { status: 400, spec: true } },
    );
  }

  get #exceeded(): ExceededLimit | null {
    const { objects, bytes } = this.#limits;
    if (this.#objects > objects) {
      return { name: 'responseObjects', what: 'objects in its response', limit: objects, figure: this.#objects };
    }
    return this.#bytes > bytes
      ? { name: 'responseBytes', what: 'bytes in its response', limit: bytes, figure: this.#bytes }
      : null;
  }

  /**
   * Adds an object that is about to be made.
   *
   * @param bytes those of its keys and of what is between them
   * @throws ResponseStoppedError
   */
  addObject(bytes: number): void {
    this.#objects += 1;
    this.#bytes += bytes;
    if (this.#objects > this.#paidObjects && this.#unpaid === null) {
      this.#unpaid = this.#payCall();
      this.#paidObjects += OBJECTS_PER_CALL;
    }
    this.stopWhenRefused();
  }

  addLeaf(value: unknown): void {
    this.#bytes += typeof value === 'string' ? value.length + 2 : 1;
  }

  /** Adds what is between the items of a list. */
  addItems(count: number): void {
    this.#bytes += count + 1;
  }

  addError(): void {
    this.#bytes += ERROR_BYTES;
  }

  /** @throws ResponseStoppedError */
  stopWhenRefused(): void {
    if (this.#objects <= this.#limits.objects && this.#bytes <= this.#limits.bytes && this.#unpaid === null) return;
    this.#stop ??= new ResponseStoppedError('The response is refused.');
    throw this.#stop;
  }

  /** Takes the bytes of data that is complete, where its characters may make more of them than the limit. */
  measure(data: unknown): void {
    if (this.#exceeded !== null || this.#bytes * MAX_BYTES_PER_CHARACTER <= this.#limits.bytes) return;
    this.#bytes = Buffer.byteLength(JSON.stringify(data));
  }
}
