/**
 * A thing that can be offered: title, lowest and highest price in whole euros for a used one, a sentence of its own,
 * what its photos show (default: the category's subject). `{paint}` in the texts becomes the colour of the thing.
 */
export type CatalogueItem = readonly [
  title: string,
  lowEuros: number,
  highEuros: number,
  about: string,
  subject?: string,
];

/** Offers of one category of Classifieds. */
export interface CatalogueShelf {
  readonly categoryId: number;
  readonly subject: string;
  readonly items: readonly CatalogueItem[];
  /** Sentences that fit any used thing of the category. */
  readonly remarks: readonly string[];
  /** What people look for: titles of wanted listings. */
  readonly wanted: readonly string[];
}
