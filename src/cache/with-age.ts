/** A value that was got some time ago, by this process or by another. */
export class WithAge<Value> {
  readonly value: Value;
  /** Milliseconds since it was got from where it comes from. */
  readonly ageMs: number;

  constructor(value: Value, ageMs: number) {
    this.value = value;
    this.ageMs = ageMs;
  }
}
