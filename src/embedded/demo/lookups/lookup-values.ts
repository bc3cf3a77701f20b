/** All lookup values of the demo marketplace in one place: what `/v1/properties*` and `/v1/sections*` response from. */
export { filterPrices } from './filter-prices.ts';
export { lookupLists } from './lookup-lists.ts';
export { localities, regions } from './places.ts';
export { categories, sections } from './section-tree.ts';
export { vehicleMakes } from './vehicle-makes.ts';
