/** Names of the types of a mutation: `CreateListingInput` and `CreateListingPayload` of `createListing`. */

/** The name of a mutation's input or payload. */
export const typeName = (mutation: string, suffix: 'Input' | 'Payload'): string =>
  `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}${suffix}`;
