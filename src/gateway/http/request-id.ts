/** The id by which a request is found in the logs of every party. */
import { randomUUID } from 'node:crypto';

const ACCEPTED = /^[A-Za-z0-9._-]{8,64}$/;

/** Takes the id that the client gave when it is fit for logs and headers, else makes one. */
export const requestIdOf = (given: string | string[] | undefined): string =>
  typeof given === 'string' && ACCEPTED.test(given) ? given : randomUUID();
