/** The words for pictures: what they can show and in which colours. */

/** What an illustration can show. A car subject names its body type. */
export const illustrationSubjects = [
  'hatchback',
  'saloon',
  'estate',
  'suv',
  'coupe',
  'convertible',
  'pickup',
  'van',
  'motorbike',
  'scooter',
  'truck',
  'engine',
  'wheel',
  'car-stereo',
  'apartment',
  'penthouse',
  'townhouse',
  'villa',
  'farmhouse',
  'sea-view',
  'living-room',
  'bedroom',
  'kitchen',
  'bathroom',
  'shopfront',
  'office-building',
  'garage',
  'warehouse',
  'land',
  'sofa',
  'dining-table',
  'phone',
  'laptop',
  'television',
  'camera',
  'console',
  'handheld',
  'washing-machine',
  'bicycle',
  'luzzu',
  'sailing-boat',
  'motor-boat',
  'tools',
  'books',
  'guitar',
  'electric-guitar',
  'cat-toys',
  'dog-toys',
  'pram',
  'clothes',
  'watch',
  'sports',
  'garden',
  'painting',
  'office-desk',
  'restaurant',
  'construction-site',
  'clinic',
  'classroom',
  'hotel-lobby',
  'delivery',
  'company-logo',
  'avatar',
] as const;

/** A subject of an illustration. */
export type IllustrationSubject = (typeof illustrationSubjects)[number];

/** Colours by name, as a listing's text would say them. */
export const paintNames = [
  'white',
  'silver',
  'grey',
  'black',
  'red',
  'blue',
  'green',
  'yellow',
  'orange',
  'beige',
  'brown',
  'teal',
] as const;

/** A colour by name. */
export type PaintName = (typeof paintNames)[number];

/**
 * What one picture shows. The same spec and size always give the same bytes. Photos of one listing share `subject` (or
 * change it for rooms of one property), `seed` and `paint`, and differ in `view`.
 */
export interface IllustrationSpec {
  readonly subject: IllustrationSubject;
  /** Chooses the palette and the details of the thing. */
  readonly seed: number;
  /** 0-based number of the photo: chooses the angle, the background, the time of day. */
  readonly view: number;
  /** Colour of the thing; null lets the seed choose. */
  readonly paint: PaintName | null;
}
