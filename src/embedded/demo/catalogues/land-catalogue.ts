import { type PropertyKind, withoutBedrooms } from './property-catalogue.ts';

/** A lock-up garage or a parking space. */
export const garageKinds: readonly PropertyKind[] = [
  withoutBedrooms({
    typeId: 14,
    word: 'garage',
    baseEuros: 38_000,
    exterior: 'garage',
    rooms: ['garage'],
    features: [
      'automatic door',
      'water and electricity',
      'wide drive',
      'ramp with an easy slope',
      'camera at the entrance',
    ],
  }),
];

/** Land with and without a permit. */
export const landKinds: readonly PropertyKind[] = [
  withoutBedrooms({
    typeId: 20,
    word: 'building plot',
    baseEuros: 410_000,
    exterior: 'land',
    rooms: ['land', 'construction-site'],
    features: ['permit for five units', 'corner plot', 'no ground rent', 'nine metres of front', 'plans available'],
  }),
  withoutBedrooms({
    typeId: 21,
    word: 'agricultural land',
    baseEuros: 68_000,
    exterior: 'land',
    rooms: ['land', 'garden'],
    features: ['rubble walls all round', 'reservoir', 'olive and carob trees', 'access by a good lane', 'store room'],
  }),
];
