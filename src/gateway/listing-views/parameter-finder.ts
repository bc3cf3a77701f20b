/** The extra parameters of a listing, read by name: where others than the owner find vehicle and property values. */
import { MADE } from '../../rest/decoding/decode.ts';
import { type ExtraParam, readExtraParams } from '../../rest/decoding/extra-params.ts';
import type { CodedValue, ListingDetail, ListingEntry } from './views.ts';

/** The parameters of a view, numeric ones first. */
export const parametersOf = (view: ListingEntry | ListingDetail): readonly ExtraParam[] => [
  ...readExtraParams(view.N_Params),
  ...readExtraParams(view.S_Params),
];

const normalised = (name: string): string => {
  const lower = name.toLowerCase();
  return /^[a-z0-9]*$/.test(lower) ? lower : lower.replace(/[^a-z0-9]/g, '');
};

type Index = ReadonlyMap<string, ExtraParam>;

/** One without a value hides none that has one. */
const indexBy = (part: 'name' | 'label', parameters: readonly ExtraParam[]): Index => {
  const index = new Map<string, ExtraParam>();
  for (const parameter of parameters) {
    const { [part]: called, value, text } = parameter;
    if (called !== null && (value || text)) index.set(normalised(called), parameter);
  }
  return index;
};

const firstIn = (index: Index, names: readonly string[]): ExtraParam | null => {
  for (const name of names) {
    const parameter = index.get(name);
    if (parameter !== undefined) return parameter;
  }
  return null;
};

/** Finds parameters by name in any case, or else by label. */
export class ParameterFinder {
  readonly #parameters: readonly ExtraParam[];
  readonly #byName: Index;
  /** Null until something is not found by its name. */
  #byLabel: Index | null = null;

  constructor(parameters: readonly ExtraParam[]) {
    this.#parameters = parameters;
    this.#byName = indexBy('name', parameters);
  }

  #find(names: readonly string[]): ExtraParam | null {
    const named = firstIn(this.#byName, names);
    if (named !== null) return named;
    this.#byLabel ??= indexBy('label', this.#parameters);
    return firstIn(this.#byLabel, names);
  }

  /** A coded value by any of its names (lower case, letters and digits only); null when it is not there or empty. */
  coded(names: readonly string[]): CodedValue | null {
    const parameter = this.#find(names);
    const code = parameter?.value || parameter?.text || null;
    return code === null ? null : { code, text: parameter?.text || null };
  }

  /** A whole number likewise; null when it is none. */
  integer(names: readonly string[]): number | null {
    const parameter = this.#find(names);
    const digits = (parameter?.value || parameter?.text || '').replace(/[\s,]/g, '');
    return /^-?\d{1,9}$/.test(digits) ? Number(digits) : null;
  }

  /** A text likewise. */
  text(names: readonly string[]): string | null {
    const parameter = this.#find(names);
    return (parameter?.text || parameter?.value || '').trim() || null;
  }
}

/** A view keeps its finder: values of a WeakMap outlive their keys until the next full garbage collection. */
interface FinderHolder {
  [MADE]?: ParameterFinder | null;
}

/** The finder of a view's parameters, made when it is first needed. */
export const finderOf = (view: (ListingEntry | ListingDetail) & FinderHolder): ParameterFinder => {
  view[MADE] ??= new ParameterFinder(parametersOf(view));
  return view[MADE];
};
