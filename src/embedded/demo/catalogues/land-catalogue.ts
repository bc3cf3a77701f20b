import type { PropertyKind } from './property-catalogue.ts';

/** A lock-up garage or a parking space. */
export const garageKinds: readonly PropertyKind[] = [
  {
    typeId: 14,
    word: 'garage',
    bedrooms: [0],
    baseEuros: 38_000,
    perBedroomEuros: 0,
    exterior: 'garage',
    rooms: ['garage'],
    hasOutdoors: false,
    features: [
      'automatic door',
      'water and electricity',
      'wide drive',
      'ramp with an easy slope',
      'camera at the entrance',
    ],
  },
];

/** Land with and without a permit. */
export const landKinds: readonly PropertyKind[] = [
  {
    typeId: 20,
    word: 'building plot',
    bedrooms: [0],
    baseEuros: 410_000,
    perBedroomEuros: 0,
    exterior: 'land',
    rooms: ['land', 'construction-site'],
    hasOutdoors: false,
    features: ['permit for five units', 'corner plot', 'no ground rent', 'nine metres of front', 'plans available'],
  },
  {
    typeId: 21,
    word: 'agricultural land',
    bedrooms: [0],
    baseEuros: 68_000,
    perBedroomEuros: 0,
    exterior: 'land',
    rooms: ['land', 'garden'],
    hasOutdoors: false,
    features: ['rubble walls all round', 'reservoir', 'olive and carob trees', 'access by a good lane', 'store room'],
  },
];
