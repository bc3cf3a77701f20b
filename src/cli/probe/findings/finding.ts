/** Findings of a probe about responses. */

/**
 * - `holds`: as the ruling assumes.
 * - `covered`: otherwise than declared or assumed first, but the gateway reads it, because a ruling provides for it.
 * - `open`: otherwise, and no ruling provides for it.
 */
export type Outcome = 'holds' | 'covered' | 'open';

/** Rulings that responses confirm or contradict, e.g. `R16`. */
export type Ruling = `R${number}`;

/** One thing that was found out. It holds names and types, never a value of a response. */
export interface Finding {
  /** Null when there is no ruling about it. */
  readonly ruling: Ruling | null;
  readonly outcome: Outcome;
  /** Structure and field, e.g. `ItemDetail.Condition`; null for a response as a whole. */
  readonly path: string | null;
  /** Form that was met, e.g. `string instead of int32`. */
  readonly text: string;
}

/** Creates a finding. @param path null for a response as a whole */
export const findingOf = (
  ruling: Finding['ruling'],
  outcome: Outcome,
  text: string,
  path: string | null = null,
): Finding => ({ ruling, outcome, path, text });

const NAME = /^[A-Za-z_]\w{0,63}$/;

/** Makes a name of a response fit to be shown; a key of a map may be a value, such as an address or a number. */
export const showName = (name: string): string => (NAME.test(name) ? name : '(no identifier)');

/** More findings than any real difference makes; an endless number of keys in a response are cut off here. */
const MAX_FINDINGS = 200;

/** Collects findings; the same one counts once. Fields are counted, so that one that is missing at times is recognised. */
export class Findings {
  readonly #found = new Map<string, Finding>();
  readonly #objects = new Map<string, number>();
  readonly #missing = new Map<string, { readonly structure: string; readonly ruling: Ruling | null; times: number }>();

  add(finding: Finding): void {
    if (this.#found.size >= MAX_FINDINGS) return;
    this.#found.set(`${finding.ruling} ${finding.path} ${finding.text}`, finding);
  }

  /** Records an object that was read as a type. */
  sawObject(structure: string): void {
    this.#objects.set(structure, (this.#objects.get(structure) ?? 0) + 1);
  }

  /** Records that an object of a type lacks a field. */
  missed(structure: string, field: string, ruling: Ruling | null): void {
    const path = `${structure}.${field}`;
    const missing = this.#missing.get(path) ?? { structure, ruling, times: 0 };
    missing.times += 1;
    this.#missing.set(path, missing);
  }

  list(): readonly Finding[] {
    const missing = [...this.#missing].map(([path, { structure, ruling, times }]): Finding => {
      const text = times === this.#objects.get(structure) ? 'missing' : 'missing at times';
      return { ruling, outcome: ruling === null ? 'open' : 'covered', path, text };
    });
    return [...this.#found.values(), ...missing];
  }
}
