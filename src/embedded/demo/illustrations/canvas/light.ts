/** The light of a scene: a time of day. */
export interface Light {
  /** Sky from the top to the horizon. */
  readonly sky: readonly [top: string, middle: string, horizon: string];
  readonly cloud: string;
  /** The sun or the moon. */
  readonly disc: string;
  /** Height of the disc, 0 = top, 1 = horizon. */
  readonly discHeight: number;
  readonly sea: readonly [far: string, near: string];
  /** Colour and strength laid over the things in this light. */
  readonly tint: string;
  readonly tintOpacity: number;
  /** Whether lamps and windows are lit. */
  readonly isLit: boolean;
}

const noon: Light = {
  sky: ['#4fa9e2', '#8fcdf0', '#d9f0fa'],
  cloud: '#ffffff',
  disc: '#fff3c4',
  discHeight: 0.2,
  sea: ['#3d97c9', '#2677ad'],
  tint: '#ffffff',
  tintOpacity: 0,
  isLit: false,
};

const morning: Light = {
  sky: ['#86c5e8', '#c5e4ef', '#fdeed3'],
  cloud: '#ffffff',
  disc: '#ffe9a8',
  discHeight: 0.55,
  sea: ['#5fb0c9', '#3c8eb0'],
  tint: '#ffd79a',
  tintOpacity: 0.06,
  isLit: false,
};

const golden: Light = {
  sky: ['#5f8fc7', '#f2b98a', '#ffdca1'],
  cloud: '#ffe3c7',
  disc: '#fff0b8',
  discHeight: 0.72,
  sea: ['#d69a72', '#4d7fa5'],
  tint: '#ff9a4a',
  tintOpacity: 0.13,
  isLit: false,
};

const dusk: Light = {
  sky: ['#2f3a73', '#8b5d94', '#f0907a'],
  cloud: '#c983a0',
  disc: '#ffcf9a',
  discHeight: 0.88,
  sea: ['#9a6a94', '#3d4680'],
  tint: '#4a3a86',
  tintOpacity: 0.2,
  isLit: true,
};

const night: Light = {
  sky: ['#141d3f', '#22305c', '#3c4a7d'],
  cloud: '#44528a',
  disc: '#f3f0dc',
  discHeight: 0.25,
  sea: ['#2c3a69', '#182246'],
  tint: '#141b45',
  tintOpacity: 0.34,
  isLit: true,
};

// Daylight is commoner than night, as in people's own photos.
const lights: readonly Light[] = [noon, morning, golden, noon, dusk, morning, noon, golden, night];

/** Chooses a light; neighbouring numbers give different ones. */
export function chooseLight(number: number): Light {
  return lights[number % lights.length] ?? noon;
}
