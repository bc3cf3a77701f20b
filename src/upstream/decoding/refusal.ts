/** Writes that the service refuses in a successful response (ruling R39). */
import { fieldFinder, isJsonObject } from '../../json/json-object.ts';
import { readBoolean } from './scalars.ts';

/** A body says that a write was not made. */
export class RefusalBodyError extends Error {
  /** The object that says so, or `false`: for `reasonIn`. */
  readonly refusal: unknown;

  constructor(refusal: unknown) {
    super('The body is a refusal.');
    this.name = 'RefusalBodyError';
    this.refusal = refusal;
  }
}

const isRefusal = (json: unknown): boolean => {
  if (!isJsonObject(json)) return false;
  const find = fieldFinder(json);
  const success = readBoolean(find('Success'));
  const error = find('Error');
  return success === null ? typeof error === 'string' && error.trim() !== '' : !success;
};

const contentOf = (json: unknown): unknown => {
  const values = isJsonObject(json) ? Object.values(json) : [];
  return values.length === 1 ? values[0] : null;
};

/**
 * Looks for a refusal in the response to a write.
 *
 * Assumption: R39. `Success: false`, an `Error` without a sign of success, and a bare `false` say that nothing was done, whatever
 * the status; also in a one-field wrapper (ruling R7).
 *
 * @throws RefusalBodyError when there is one
 */
export const checkNotRefused = (json: unknown): void => {
  const refusal = json === false ? json : [json, contentOf(json)].find(isRefusal);
  if (refusal !== undefined) throw new RefusalBodyError(refusal);
};
