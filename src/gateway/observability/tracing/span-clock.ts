/** Times of spans: those of `performance.now` as nanoseconds since 1970. */

/** A clock that was set again differs by more; what is less is that `Date.now` knows whole milliseconds only. */
const TOLERANCE_MS = 10;

let epochMs = Date.now() - performance.now();

/** Follows a clock of the system that was set again. */
export const adjustSpanClock = (): void => {
  const now = Date.now() - performance.now();
  if (Math.abs(now - epochMs) > TOLERANCE_MS) epochMs = now;
};

/** The last whole second that was written: most times are within the same. */
let second = { number: 0, text: '0' };

/** Writes a time of `performance.now` as nanoseconds since 1970. */
export const nanosecondsOf = (ms: number): string => {
  const at = epochMs + ms;
  const seconds = Math.floor(at / 1000);
  if (seconds !== second.number) second = { number: seconds, text: String(seconds) };
  // With a digit in front, which is cut off: that keeps the zeros.
  const nanoseconds = 1_000_000_000 + Math.floor((at - seconds * 1000) * 1_000_000);
  return `${second.text}${String(nanoseconds).slice(1)}`;
};
