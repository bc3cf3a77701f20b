/** A service whose every field has a value of its own, so that it can be told where each comes out of the gateway. */
import { type EndpointName, endpointNames, endpoints } from '../../src/contract/endpoints.ts';
import {
  ContactDetails,
  ItemDetail,
  ItemExtraParams,
  ItemMiniData,
  ListingDefinition,
  ListingResults,
  ListingUserInfo,
  ListItem,
  UserThread,
} from '../../src/contract/listings.ts';
import { Locality, PropertiesCollection, Region, StringId, VehicleModel } from '../../src/contract/lookups.ts';
import { Image, PhotoSpecs } from '../../src/contract/photos.ts';
import {
  PremiumCostResult,
  PremiumOptionsStatusResult,
  PremiumOptionStatus,
} from '../../src/contract/premium-options.ts';
import { Section } from '../../src/contract/sections.ts';
import type { Structure } from '../../src/contract/structure.ts';
import { TokenResponse } from '../../src/contract/tokens.ts';
import {
  AccountEntry,
  AccountResult,
  CompanyDetails,
  SharedUser,
  UserDetailsResponse,
  UserPublicProfile,
  UserSectionsResponse,
} from '../../src/contract/user.ts';
import { structures } from '../../src/embedded/pages/structures.ts';
import { pdfHeaders, pdfOf } from '../support/pdf.ts';
import type { ScriptedUpstream } from '../support/scripted-upstream.ts';

/** A field of a structure, e.g. `ItemDetail.Title`. */
export type FieldName = `${string}.${string}`;

type Fields = Readonly<Record<string, unknown>>;

/** Above all numbers that are given below. */
const FIRST = 10_000;
const A_STRUCTURE = 40;

const isDate = (field: string): boolean => /^DateAdded|UTC$|Until$|Verified$|^LastModified$/.test(field);

const dateOf = (number: number): string => new Date(number * 100_000_000).toISOString().replace('.000', '');

const numberOf = (structure: Structure, field: string): number => {
  const index = structures.indexOf(structure);
  if (index < 0) throw new Error(`${structure.name} is no structure of the contract.`);
  return FIRST + index * A_STRUCTURE + Object.keys(structure.fields).indexOf(field);
};

/** The value of a field that has one of its own: a number, a date, a text with its name, or true. */
export const canaryOf = (structure: Structure, field: string): unknown => {
  const kind = structure.fields[field]?.kind;
  const number = numberOf(structure, field);
  if (kind === 'date-time' || isDate(field)) return dateOf(number);
  if (kind === 'int32' || kind === 'int64') return number;
  if (kind === 'double' || kind === 'float') return number + 0.5;
  return kind === 'boolean' ? true : `${structure.name} ${field}`;
};

/** Builds the responses; a field that is left out is left out wherever its structure stands. */
export const createAnswers = (leftOut: FieldName | null): Partial<Record<EndpointName, unknown>> => {
  /** An object of a structure; `own` has the values that are no text, number, date or boolean, or have to fit others. */
  const of = (structure: Structure, own: Fields = {}): Fields =>
    Object.fromEntries(
      Object.keys(structure.fields).flatMap((field) =>
        `${structure.name}.${field}` === leftOut ? [] : [[field, own[field] ?? canaryOf(structure, field)]],
      ),
    );

  const list = (item: string): readonly Fields[] => [of(StringId, { Id: 1, Item: item })];
  const params = (name: string): Fields =>
    of(ItemExtraParams, {
      Labels: [`${name} label`],
      Names: [name],
      Text: [`${name} text`],
      Values: [`${name} value`],
    });
  const ofKinds = (name: string): Fields => ({
    N_Params: params(`${name} number`),
    S_Params: params(`${name} string`),
  });
  const company = of(CompanyDetails, { CompanyType: 2 });
  const profile = of(UserPublicProfile);
  const entry = of(ListItem, { PKID: 7301, ExtraParamsType: 2, ...ofKinds('entry') });
  const results = of(ListingResults, { CategoryCounts: [[7401, 7402]], Items: [entry], Results: 1 });
  const {
    Error: _error,
    Error_description: _description,
    Message: _message,
    ...token
  } = of(TokenResponse, {
    Access_token: 'access-token-value',
    Refresh_token: 'refresh-token-value',
  });
  const definition = of(ListingDefinition, {
    PKID: 7,
    PriceLabel: 3,
    Condition: 1,
    PaymentAuth: 2,
    Images: [
      [
        of(Image, { Index: 5, SizeClass: 0, Url: 'image full' }),
        of(Image, { Index: 5, SizeClass: 1, Url: 'image thumb' }),
      ],
    ],
  });
  const region = { CountryId: 125, Id: 7956 };
  const aggregated = Object.keys(PropertiesCollection.fields).map((field) => [
    field,
    field.startsWith('FilterPrices') ? [numberOf(PropertiesCollection, field)] : list(`PropertiesCollection ${field}`),
  ]);

  return {
    requestToken: token,
    queryToken: token,
    getListing: of(ItemDetail, {
      PKID: 7,
      Condition: 2,
      ExtraParamsType: 1,
      ImageUrls: ['detail image'],
      Telephones: ['detail telephones'],
      Contacts: [of(ContactDetails, { Telephones: ['contact telephone'], User: profile })],
      Related: [entry],
      Company: company,
      User: profile,
      ...ofKinds('detail'),
    }),
    getListingDefinition: definition,
    getListingMini: of(ItemMiniData, { UniqueID: 7 }),
    getListingUserInfo: of(ListingUserInfo, { StartedThreads: [of(UserThread)] }),
    getPhotoSpecs: of(PhotoSpecs),
    getPremiumOptions: of(PremiumOptionsStatusResult, { options: [of(PremiumOptionStatus, { Option: 2 })] }),
    getProperties: of(PropertiesCollection, {
      ...Object.fromEntries(aggregated),
      Localities: [of(Locality, { CountryId: 125, Name: 'PropertiesCollection Localities', RegionId: region.Id })],
      Regions: [of(Region, { ...region, Name: 'PropertiesCollection Regions' })],
      VehicleMakes: ['all make'],
      VehicleModels: [of(VehicleModel, { ParentMake: 'all make' })],
    }),
    listCategories: [of(StringId, { Id: 7950, Item: 'one category' })],
    listSectionCategories: [of(StringId, { Id: 7951, Item: 'one section category' })],
    listFilterPrices: [7952],
    listCandidateStatuses: list('one candidate'),
    listDoors: list('one doors'),
    listEducationLevels: list('one education'),
    listFuels: [of(StringId)],
    listImportOrigins: list('one imported'),
    listJobTypes: list('one job'),
    // Another country than was asked for, to tell the field from the argument.
    listLocalities: [of(Locality, { RegionId: region.Id })],
    listBedrooms: list('one bedrooms'),
    listFinishLevels: list('one finish'),
    listGardens: list('one garden'),
    listPools: list('one pool'),
    listPropertyTypes: list('one property'),
    listRegions: [of(Region, { Id: region.Id })],
    listTransmissions: list('one transmission'),
    listVehicleMakes: list('one make'),
    listVehicleModels: list('one model'),
    listSections: [of(Section, { SectionID: 7958 })],
    getSection: of(Section, { SectionID: 2, SectionName: 'one section name' }),
    getUserDetails: of(UserDetailsResponse, {
      PropertySellerType: 4,
      Companies: [company, { Id: definition['CompanyProfileId'], Name: 'profile of the definition' }],
      SharedUsers: [of(SharedUser), { Id: definition['AssignedUserOrGroupId'], Name: 'assignee of the definition' }],
    }),
    listAccountEntries: of(AccountResult, { AccountEntries: [of(AccountEntry)] }),
    listUserListings: results,
    listWatchedListings: results,
    getWatchedListing: entry,
    getPremiumOptionsCost: of(PremiumCostResult),
    listUserSections: of(UserSectionsResponse, { Expired: [8301], SectionNames: ['user section'], Sections: [8302] }),
  };
};

/** A service of canaries. */
export interface CanaryService {
  /** From now on a field is missing; null for none. */
  leaveOut(field: FieldName | null): void;
}

/** Scripts every endpoint that reads, and the token endpoint. */
export const scriptCanaries = (upstream: ScriptedUpstream): CanaryService => {
  let responses = createAnswers(null);
  for (const name of endpointNames) {
    const { method, path, response } = endpoints[name];
    const pdf = { body: pdfOf(64), headers: pdfHeaders };
    upstream.on(method, path, () => (response.kind === 'pdf' ? pdf : { json: responses[name] ?? null }));
  }
  return {
    leaveOut: (field) => {
      responses = createAnswers(field);
    },
  };
};
