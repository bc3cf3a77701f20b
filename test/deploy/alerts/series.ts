/** Series of samples at even intervals, in the notation of promtool. */

/** A sample; null where there was none. */
export type Sample = number | null;

const numberText = (value: number): string => String(Number(value.toPrecision(12)));

/** The length of the run from a place on whose samples are as far apart as the first two. */
const runFrom = (samples: readonly Sample[], at: number): { readonly length: number; readonly step: number } => {
  const [first, second] = [samples[at] ?? null, samples[at + 1] ?? null];
  if (first === null) {
    let length = 1;
    while (at + length < samples.length && samples[at + length] === null) length += 1;
    return { length, step: 0 };
  }
  if (second === null) return { length: 1, step: 0 };
  const step = second - first;
  let length = 2;
  while (at + length < samples.length && samples[at + length] === first + step * length) length += 1;
  return { length, step };
};

/** Writes samples down, with runs in short. */
export const writeSamples = (samples: readonly Sample[]): string => {
  const parts: string[] = [];
  for (let at = 0; at < samples.length;) {
    const first = samples[at] ?? null;
    const { length, step } = runFrom(samples, at);
    const sign = step < 0 ? '-' : '+';
    if (first === null) parts.push(length === 1 ? '_' : `_x${length}`);
    else if (length === 1) parts.push(numberText(first));
    else parts.push(`${numberText(first)}${sign}${numberText(Math.abs(step))}x${length - 1}`);
    at += length;
  }
  return parts.join(' ');
};

/** Takes a sample every so many seconds, from the start to a minute. */
export const sampleUntil = (
  minutes: number,
  stepSeconds: number,
  valueAt: (minute: number) => Sample,
): readonly Sample[] =>
  Array.from({ length: Math.floor((minutes * 60) / stepSeconds) + 1 }, (_, at) => valueAt((at * stepSeconds) / 60));
