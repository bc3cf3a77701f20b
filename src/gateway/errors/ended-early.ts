/** Why an operation ends before its result is there. */

/** The operation took longer than it may. */
export class DeadlineExceededError extends Error {
  override readonly name = 'DeadlineExceededError';
}

/** The client closed its connection before the response. */
export class ClientGoneError extends Error {
  override readonly name = 'ClientGoneError';
}
