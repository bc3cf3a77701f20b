/**
 * Thrown by a resolver of a field that must not be null, of which one thing cannot be read: `value` stands in the response, and `cause`
 * among its errors with the path of the field (assumption R50).
 */
export class StandInError extends Error {
  readonly value: unknown;

  constructor(value: unknown, cause: unknown) {
    super('A field that must not be null has another value in its place.', { cause });
    this.name = 'StandInError';
    this.value = value;
  }
}
