/** The responses of the service in the shape of the schema: what hand-written code and the peers map them to. */
import { Condition, ExtraParamsType } from '../../src/contract/codes.ts';
import type { ItemDetail, ItemExtraParams, ListItem } from '../../src/contract/listings.ts';
import type { PropertiesCollection, StringId } from '../../src/contract/lookups.ts';
import type { Section } from '../../src/contract/sections.ts';

/** A lookup list by key. */
type Labels = ReadonlyMap<string, { readonly key: string; readonly label: string }>;

/** The lists that are kept in memory. */
export interface Lookups {
  readonly sections: readonly {
    readonly id: string;
    readonly key: string;
    readonly label: string;
    readonly type: string;
  }[];
  readonly fuels: Labels;
  readonly doors: Labels;
  readonly transmissions: Labels;
  readonly vehicleModels: readonly { readonly id: string; readonly key: string; readonly label: string }[];
}

const labelsOf = (entries: readonly StringId[] | null): Labels =>
  new Map((entries ?? []).map(({ Id, Item }) => [String(Id), { key: String(Id), label: Item ?? '' }]));

/** Puts lists into the shape in which they are kept. */
export const lookupsOf = (properties: PropertiesCollection, sections: readonly Section[]): Lookups => ({
  sections: sections.map(({ SectionID, SectionName, SecType }) => ({
    id: `Section:${String(SectionID)}`,
    key: String(SectionID),
    label: String(SectionName),
    type: String(SecType),
  })),
  fuels: labelsOf(properties.VehicleFuel),
  doors: labelsOf(properties.VehicleDoors),
  transmissions: labelsOf(properties.VehicleTransmission),
  vehicleModels: (properties.VehicleModels ?? []).map(({ Model, ParentMake }) => ({
    id: `VehicleModel:${[ParentMake, Model].map((part) => encodeURIComponent(part ?? '')).join('/')}`,
    key: Model ?? '',
    label: Model ?? '',
  })),
});

const euros = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'EUR' });

/** An amount as `Money`; null where there is none. */
export const moneyOf = (amount: number | null): { readonly formatted: string } | null =>
  amount === null ? null : { formatted: euros.format(amount) };

const conditionNames: Readonly<Record<number, string>> = {
  [Condition.Any]: 'ANY',
  [Condition.NA]: 'NOT_APPLICABLE',
  [Condition.Used]: 'USED',
  [Condition.New]: 'NEW',
};

const kindNames: Readonly<Record<number, string>> = {
  [ExtraParamsType.None]: 'GENERAL',
  [ExtraParamsType.Vehicle]: 'VEHICLE',
  [ExtraParamsType.Property]: 'PROPERTY',
};

/** `ListingCondition` of a code. */
export const conditionOf = (code: number | null): string | null =>
  code === null ? null : (conditionNames[code] ?? null);

const isExtraParams = (params: unknown): params is ItemExtraParams =>
  typeof params === 'object' && params !== null && 'Names' in params && 'Values' in params;

/** Values of a vehicle listing; the codes of lookups are keys. */
const vehicleOf = (params: unknown) => {
  if (!isExtraParams(params)) return null;
  const names = params.Names ?? [];
  const value = (name: string): string | null => params.Values?.[names.indexOf(name)] ?? null;
  const integer = (name: string): number | null => {
    const text = value(name);
    return text === null ? null : Number.parseInt(text, 10);
  };
  return {
    registrationYear: integer('RegYear'),
    mileage: integer('Mileage'),
    engineSize: integer('EngineSize'),
    fuelKey: value('Fuel') ?? '',
    transmissionKey: value('Transmission') ?? '',
    doorsKey: value('Doors') ?? '',
  };
};

/** The detail view of a listing. */
export const viewOfDetail = (detail: ItemDetail) => ({
  id: `Listing:${detail.PKID}`,
  databaseId: String(detail.PKID),
  title: detail.Title,
  description: detail.Description,
  price: moneyOf(detail.Price),
  priceSuffix: detail.PriceSuffix,
  condition: conditionOf(detail.Condition),
  kind: detail.ExtraParamsType === null ? null : (kindNames[detail.ExtraParamsType] ?? null),
  isWanted: detail.IsWanted,
  listedAt: detail.DateAdded,
  viewCount: detail.Views,
  url: detail.Url,
  photos: (detail.ImageUrls ?? []).map((url, index) => ({ index, url })),
  seller: { name: detail.Seller, kind: detail.SellerType, telephone: detail.Telephone },
  vehicle: vehicleOf(detail.N_Params),
});

/** The detail view of a listing. */
export type ListingView = ReturnType<typeof viewOfDetail>;

/** The fields of a listing in a list. */
export const viewOfEntry = (entry: ListItem) => ({
  id: `Listing:${entry.PKID}`,
  databaseId: String(entry.PKID),
  title: entry.Title,
  price: moneyOf(entry.Price),
  thumbnailUrl: entry.ImageUrl,
  isWanted: entry.IsWanted,
  listedAt: entry.DateAddedUTC,
});

/** The fields of a listing in a list. */
export type EntryView = ReturnType<typeof viewOfEntry>;
