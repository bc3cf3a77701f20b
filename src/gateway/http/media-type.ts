/** Media types as `Content-Type` has them. */

/** Reads the media type of a header `Content-Type`: in lower case, without parameters; empty where there is none. */
export const mediaTypeOf = (contentType: string | null | undefined): string => {
  const text = contentType ?? '';
  const end = text.indexOf(';');
  return (end === -1 ? text : text.slice(0, end)).trim().toLowerCase();
};
