import { HOME_COUNTRY_ID } from '../../../contract/lookups.ts';
import type { DemoLocality, DemoRegion } from '../model/demo-lookup-types.ts';

interface District {
  readonly id: number;
  readonly name: string;
  readonly councils: readonly string[];
  readonly places: readonly string[];
}

/** The statistical districts of Malta, Gozo and Comino: their local councils, and well-known places within them. */
const districts: readonly District[] = [
  {
    id: 1,
    name: 'Southern Harbour',
    councils: [
      'Birgu (Vittoriosa)',
      'Bormla (Cospicua)',
      'Fgura',
      'Floriana',
      'Isla (Senglea)',
      'Kalkara',
      'Luqa',
      'Marsa',
      'Paola',
      'Santa Luċija',
      'Tarxien',
      'Valletta',
      'Xgħajra',
      'Żabbar',
    ],
    places: ['Blata l-Bajda', 'Smart City'],
  },
  {
    id: 2,
    name: 'Northern Harbour',
    councils: [
      'Birkirkara',
      'Gżira',
      'Ħamrun',
      'Msida',
      'Pembroke',
      'Pietà',
      'Qormi',
      "San Ġiljan (St Julian's)",
      'San Ġwann',
      'Santa Venera',
      'Sliema',
      'Swieqi',
      "Ta' Xbiex",
    ],
    places: [
      'Fleur-de-Lys',
      'Gwardamanġa',
      'Ibraġ',
      'Kappara',
      'Mrieħel',
      'Paceville',
      'Portomaso',
      "St Andrew's",
      'Swatar',
      "Ta' Ġorni",
      'Tigné Point',
    ],
  },
  {
    id: 3,
    name: 'South Eastern',
    councils: [
      'Birżebbuġa',
      'Għaxaq',
      'Gudja',
      'Kirkop',
      'Marsaskala',
      'Marsaxlokk',
      'Mqabba',
      'Qrendi',
      'Safi',
      'Żejtun',
      'Żurrieq',
    ],
    places: ['Bulebel', 'Ħal Far', 'St Thomas Bay'],
  },
  {
    id: 4,
    name: 'Western',
    councils: ['Attard', 'Balzan', 'Dingli', 'Iklin', 'Lija', 'Mdina', 'Mtarfa', 'Rabat', 'Siġġiewi', 'Żebbuġ'],
    places: ['Baħrija', "Ta' Qali"],
  },
  {
    id: 5,
    name: 'Northern',
    councils: ['Għargħur', 'Mellieħa', 'Mġarr', 'Mosta', 'Naxxar', "San Pawl il-Baħar (St Paul's Bay)"],
    places: [
      'Baħar iċ-Ċagħaq',
      'Bidnija',
      'Buġibba',
      'Burmarrad',
      'Għadira',
      'Madliena',
      'Manikata',
      'Qawra',
      'Wardija',
      'Xemxija',
    ],
  },
  {
    id: 6,
    name: 'Gozo and Comino',
    councils: [
      'Fontana',
      'Għajnsielem',
      'Għarb',
      'Għasri',
      'Kerċem',
      'Munxar',
      'Nadur',
      'Qala',
      'San Lawrenz',
      'Sannat',
      'Victoria (Rabat, Gozo)',
      'Xagħra',
      'Xewkija',
      'Żebbuġ (Gozo)',
    ],
    places: ['Comino', 'Marsalforn', 'Mġarr Harbour', 'Santa Luċija (Gozo)', 'Xlendi'],
  },
];

/** Regions of the home country: `GET /v1/properties/regions`. */
export const regions: readonly DemoRegion[] = districts.map(({ id, name }) => ({
  id,
  countryId: HOME_COUNTRY_ID,
  name,
}));

/**
 * Localities of the home country, region by region: `GET /v1/properties/localities`. Within a region the local councils
 * count from 1 and other places from 51, after the region's number times 100.
 */
export const localities: readonly DemoLocality[] = districts.flatMap(({ id: regionId, councils, places }) => [
  ...councils.map((name, n) => ({ id: regionId * 100 + 1 + n, countryId: HOME_COUNTRY_ID, name, regionId })),
  ...places.map((name, n) => ({ id: regionId * 100 + 51 + n, countryId: HOME_COUNTRY_ID, name, regionId })),
]);
