/** The header `Idempotency-Key`, as the draft of the IETF has it: https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/ */
import { badRequest } from '../errors/graphql-errors.ts';

/** Printable characters of ASCII that need no escape in quotes and cannot come of two headers that were joined. */
const KEY = /^(?:"([!#-+\--[\]-~]{16,128})"|([!#-+\--[\]-~]{16,128}))$/;

/**
 * Reads the key, quoted or bare.
 *
 * @param header null when there is none
 * @throws BAD_REQUEST when it is no key
 */
export const readIdempotencyKey = (header: string | null): string | null => {
  if (header === null) return null;
  const [, quoted, bare] = KEY.exec(header) ?? [];
  const key = quoted ?? bare;
  if (key !== undefined) return key;
  throw badRequest(
    'BAD_REQUEST',
    'The header "Idempotency-Key" has to be 16 to 128 printable characters without spaces, commas, quotes and backslashes, best a UUID.',
    { status: 400 },
  );
};
