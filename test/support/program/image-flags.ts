/** The flags of `node` in the image, for whoever measures what is deployed. */
export const imageFlags = ['--max-semi-space-size=64'] as const;
