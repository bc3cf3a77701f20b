/** URLs that the service writes. */

/** Path under which the API lies: the end of `{base_url}`. */
export const BASE_PATH = '/api';

/** Completes a URL of this service that is kept without its origin; others and null stay as they are. */
export const absoluteUrl = <Url extends string | null>(origin: string, url: Url): Url | string =>
  url?.startsWith('/') ? `${origin}${url}` : url;

/** Sizes in which every picture is served. */
export type PictureSize = 'large' | 'thumb';

/** Path of a picture on this service. */
export const picturePath = (key: string, size: PictureSize): string => `/pictures/${key}/${size}.jpg`;

/** URL of the page of a listing on this service. */
export const listingUrl = ({ origin }: { readonly origin: string }, id: number): string => `${origin}/listings/${id}`;
