import type { CatalogueShelf } from './catalogue-shelf.ts';
import { homeCatalogue } from './classified-catalogue-home.ts';
import { leisureCatalogue } from './classified-catalogue-leisure.ts';
import { technologyCatalogue } from './classified-catalogue-technology.ts';

/** All of Classifieds, one shelf a category. */
export const classifiedShelves: readonly CatalogueShelf[] = [
  ...homeCatalogue,
  ...technologyCatalogue,
  ...leisureCatalogue,
];
