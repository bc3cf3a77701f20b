/** The shape of a car in side view: x from the nose, heights above the road. */
export interface CarBody {
  readonly length: number;
  readonly wheels: readonly [front: number, rear: number];
  readonly wheelRadius: number;
  /** Height of the lower edge. */
  readonly sill: number;
  /** Height of the bonnet at the nose. */
  readonly nose: number;
  /** Height of the lower edge of the windows. */
  readonly belt: number;
  readonly roof: number;
  /** Where the windscreen starts at the belt, the roof starts, the roof ends, the rear window meets the belt. */
  readonly cabin: readonly [screen: number, roofStart: number, roofEnd: number, rear: number];
  /** Height of the body behind the cabin. */
  readonly tail: number;
  /** Where pillars part the windows, front to back. */
  readonly pillars: readonly number[];
  readonly isOpen: boolean;
  /** Width of the body from the front, for views from there. */
  readonly width: number;
}

/** Car bodies by the subject that shows them. */
export const carBodies = {
  hatchback: {
    length: 720,
    wheels: [135, 575],
    wheelRadius: 70,
    sill: 48,
    nose: 165,
    belt: 218,
    roof: 352,
    cabin: [178, 292, 590, 690],
    tail: 222,
    pillars: [432],
    isOpen: false,
    width: 500,
  },
  saloon: {
    length: 860,
    wheels: [160, 670],
    wheelRadius: 72,
    sill: 46,
    nose: 158,
    belt: 210,
    roof: 328,
    cabin: [250, 362, 580, 716],
    tail: 206,
    pillars: [478],
    isOpen: false,
    width: 510,
  },
  estate: {
    length: 860,
    wheels: [160, 672],
    wheelRadius: 72,
    sill: 46,
    nose: 160,
    belt: 212,
    roof: 334,
    cabin: [238, 352, 766, 836],
    tail: 216,
    pillars: [478, 640],
    isOpen: false,
    width: 510,
  },
  suv: {
    length: 800,
    wheels: [150, 634],
    wheelRadius: 84,
    sill: 70,
    nose: 205,
    belt: 258,
    roof: 402,
    cabin: [206, 300, 690, 774],
    tail: 264,
    pillars: [444, 606],
    isOpen: false,
    width: 540,
  },
  coupe: {
    length: 850,
    wheels: [165, 672],
    wheelRadius: 78,
    sill: 40,
    nose: 138,
    belt: 196,
    roof: 298,
    cabin: [262, 392, 520, 756],
    tail: 200,
    pillars: [],
    isOpen: false,
    width: 530,
  },
  convertible: {
    length: 780,
    wheels: [148, 614],
    wheelRadius: 72,
    sill: 42,
    nose: 142,
    belt: 196,
    roof: 290,
    cabin: [268, 352, 360, 640],
    tail: 198,
    pillars: [],
    isOpen: true,
    width: 500,
  },
} as const satisfies Readonly<Record<string, CarBody>>;
