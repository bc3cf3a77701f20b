/** Real photos, made for tests, and a small client to upload and look at them. */
import sharp, { type Sharp } from 'sharp';
import { fieldsOf, type JsonResponse, type RunningService, rowsOf } from './running-service.ts';

/** An image file. */
export type ImageFile = Uint8Array<ArrayBuffer>;

/** Names of the quarters by their colour, so that it can be seen how an image was turned. */
const quarters = { red: '#e01010', green: '#10c010', blue: '#1010e0', white: '#ffffff' } as const;

/** Colour of a quarter. */
export type QuarterColour = keyof typeof quarters | 'other';

/** An image: red and green above, blue and white below, each from left to right. */
export const quarteredImage = (width: number, height: number): Sharp => {
  const [halfWidth, halfHeight] = [Math.floor(width / 2), Math.floor(height / 2)];
  const quarter = (colour: keyof typeof quarters, left: number, top: number) => ({
    input: { create: { width: halfWidth, height: halfHeight, channels: 3 as const, background: quarters[colour] } },
    left,
    top,
  });
  return sharp({ create: { width, height, channels: 3, background: '#ffffff' } }).composite([
    quarter('red', 0, 0),
    quarter('green', halfWidth, 0),
    quarter('blue', 0, halfHeight),
  ]);
};

/** Encodes an image as JPEG. */
export const jpegOf = async (image: Sharp): Promise<ImageFile> => new Uint8Array(await image.jpeg().toBuffer());

/** A small photo that every category takes. */
export const smallPhoto = (width = 320, height = 200): Promise<ImageFile> => jpegOf(quarteredImage(width, height));

const nameColour = ([red = 0, green = 0, blue = 0]: Uint8Array): QuarterColour => {
  if (Math.min(red, green, blue) > 200) return 'white';
  const isOnly = (one: number, ...others: number[]) => one > 150 && others.every((other) => other < 90);
  if (isOnly(red, green, blue)) return 'red';
  if (isOnly(green, red, blue)) return 'green';
  return isOnly(blue, red, green) ? 'blue' : 'other';
};

/** What is seen of an image: its size and the colours of its quarters, left to right, top to bottom. */
export const lookAt = async (bytes: Uint8Array) => {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const pixel = (x: number, y: number): QuarterColour => {
    const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels;
    return nameColour(data.subarray(at, at + 3));
  };
  const colours = [pixel(0.25, 0.25), pixel(0.75, 0.25), pixel(0.25, 0.75), pixel(0.75, 0.75)];
  return { width: info.width, height: info.height, colours };
};

/** A form with one file. */
export const formOf = (bytes: ImageFile, field = 'file', name = 'photo.jpg'): FormData => {
  const form = new FormData();
  form.append(field, new Blob([bytes], { type: 'image/jpeg' }), name);
  return form;
};

/** Calls the photo endpoints of one listing as one user. */
export const photosOf = (service: RunningService, listingId: number, token: string) => {
  const post = (path: string, body?: ImageFile | FormData): Promise<JsonResponse> =>
    service.call(`/v1/listings/${listingId}/photos${path}`, { method: 'POST', token, ...(body ? { body } : {}) });
  const images = async (): Promise<Readonly<Record<string, unknown>>[]> => {
    const { body } = await service.call(`/v1/listings/definition/${listingId}`, { token });
    const photos = fieldsOf(body)['Images'];
    return Array.isArray(photos) ? photos.flatMap((sizes: unknown) => rowsOf(sizes)) : [];
  };
  const download = async (url: unknown): Promise<ImageFile> => {
    const response = await service.fetch(String(url));
    if (response.status !== 200) throw new Error(`No picture at ${String(url)}: ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  };
  return {
    upload: (body: ImageFile | FormData) => post('', body),
    rotate: (index: number, query = '') => post(`/${index}/rotate${query}`),
    setDefault: (index: number) => post(`/${index}/setdefault`),
    delete: (index: number) => service.call(`/v1/listings/${listingId}/photos/${index}`, { method: 'DELETE', token }),
    download,
    /** URLs of the photos in full size, by index. */
    urls: async () => (await images()).filter(({ SizeClass }) => SizeClass === 0).map(({ Url }) => Url),
    /** Index of the main photo. */
    mainIndex: async () => (await images()).find(({ Main }) => Main === true)?.['Index'],
    look: async (index: number) => {
      const image = (await images()).find(({ Index, SizeClass }) => Index === index && SizeClass === 0);
      return lookAt(await download(image?.['Url']));
    },
  };
};
