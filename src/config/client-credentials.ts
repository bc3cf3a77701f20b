/** Reads the credentials of the gateway's own application. */
import { type ClientCredentials, checkHeaderSafe } from '../upstream/call/credentials.ts';
import type { Reader } from './reader.ts';
import { settings } from './settings/settings.ts';

/** Reads the credentials; null when none are configured. */
export function readClientCredentials(reader: Reader, tokenParams: 'headers' | 'form'): ClientCredentials | null {
  const clientId = reader.read(settings.clientId);
  const clientSecret = reader.read(settings.clientSecret);
  const hasId = reader.isSet(settings.clientId);
  const hasSecret = reader.isSet(settings.clientSecret);
  if (hasId && !hasSecret) reader.refuse(settings.clientSecret, 'must be set too, because LISTINGS_CLIENT_ID is');
  if (hasSecret && !hasId) reader.refuse(settings.clientId, 'must be set too, because LISTINGS_CLIENT_SECRET is');
  // Assumption: R3. A form can carry any text; a header cannot, and must not carry part of it.
  const problemOf = (value: string | undefined) =>
    value === undefined || tokenParams === 'form' ? null : checkHeaderSafe(value);
  const idProblem = problemOf(clientId);
  const secretProblem = problemOf(clientSecret?.reveal());
  if (idProblem !== null) reader.refuse(settings.clientId, `${idProblem}, so it cannot be sent in a header`);
  if (secretProblem !== null)
    reader.refuse(settings.clientSecret, `${secretProblem}, so it cannot be sent in a header`);
  return clientId === undefined || clientSecret === undefined ? null : { clientId, clientSecret };
}
