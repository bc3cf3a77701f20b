/** The extra parameters of a listing, read by name: where others than the owner find vehicle and property values. */
import { type ExtraParam, readExtraParams } from '../../upstream/extra-params.ts';
import type { CodedValue } from './attribute.ts';
import type { ListingDetail, ListingEntry } from './listing-model.ts';

/** The parameters of a view, numeric ones first. */
export const parametersOf = (view: ListingEntry | ListingDetail): readonly ExtraParam[] => [
  ...readExtraParams(view.N_Params),
  ...readExtraParams(view.S_Params),
];

const normalised = (name: string): string => {
  const lower = name.toLowerCase();
  return /^[a-z0-9]*$/.test(lower) ? lower : lower.replace(/[^a-z0-9]/g, '');
};

/** Finds parameters by name in any case, or else by label. */
export class ParameterFinder {
  readonly #parameters: ReadonlyMap<string, ExtraParam>;

  constructor(parameters: readonly ExtraParam[]) {
    const byName = new Map<string, ExtraParam>();
    for (const parameter of parameters) if (parameter.name !== null) byName.set(normalised(parameter.name), parameter);
    for (const parameter of parameters) {
      const label = parameter.label === null ? '' : normalised(parameter.label);
      if (!byName.has(label)) byName.set(label, parameter);
    }
    this.#parameters = byName;
  }

  #find(names: readonly string[]): ExtraParam | null {
    for (const name of names) {
      const parameter = this.#parameters.get(name);
      if (parameter !== undefined) return parameter;
    }
    return null;
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

const finders = new WeakMap<ListingEntry | ListingDetail, ParameterFinder>();

/** The finder of a view's parameters, made when it is first needed. */
export const finderOf = (view: ListingEntry | ListingDetail): ParameterFinder => {
  const known = finders.get(view);
  if (known !== undefined) return known;
  const finder = new ParameterFinder(parametersOf(view));
  finders.set(view, finder);
  return finder;
};
