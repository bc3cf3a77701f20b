/** Values as the service writes them: URLs and money. */

/** Path under which the API lies: the end of `{base_url}`. */
export const BASE_PATH = '/api';

interface Origin {
  /** Where the service is reached, without a slash at the end. */
  readonly origin: string;
}

/** Completes a URL of this service that is kept without its origin; others and null stay as they are. */
export const absoluteUrl = ({ origin }: Origin, url: string | null): string | null =>
  url?.startsWith('/') ? `${origin}${url}` : url;

/** Sizes in which every picture is served. */
export type PictureSize = 'large' | 'thumb';

/** Path of a picture on this service. */
export const picturePath = (key: string, size: PictureSize): string => `/pictures/${key}/${size}.jpg`;

/** URL of a picture; null for none. */
export const pictureUrl = <Key extends string | null>({ origin }: Origin, key: Key, size: PictureSize): Key | string =>
  key === null ? key : `${origin}${picturePath(key, size)}`;

/** URL of the page of a listing on this service. */
export const listingUrl = ({ origin }: Origin, id: number): string => `${origin}/listings/${id}`;

/** Turns cents into major units, as the wire carries money. */
export const majorUnits = <Cents extends number | null>(cents: Cents): Cents | number =>
  typeof cents === 'number' ? cents / 100 : cents;
