/** The extra parameters of a listing, read by name: where others than the owner find vehicle and property values. */
import { type ExtraParam, readExtraParams } from '../../upstream/extra-params.ts';
import type { GatewayContext } from '../context.ts';
import { chain, type MaybePromise } from '../maybe-promise.ts';
import { detailOf, type ListingDetail, type ListingEntry, type ListingModel } from './listing-model.ts';
import { type DefinitionView, readableDefinition } from './readable-definition.ts';

/** A value of a listing: the code that a lookup list explains, and what the listing itself calls it, if it does. */
export interface CodedValue {
  readonly code: string | number;
  readonly text: string | null;
}

/** A coded value of a definition; null without a code. 0 is a code (ruling R14). */
export const codedValue = (code: number | null): CodedValue | null => (code === null ? null : { code, text: null });

/** The parameters of a view, numeric ones first. */
export const parametersOf = (view: ListingEntry | ListingDetail): readonly ExtraParam[] => [
  ...readExtraParams(view.N_Params),
  ...readExtraParams(view.S_Params),
];

const normalised = (name: string): string => {
  const lower = name.toLowerCase();
  return /^[a-z0-9]*$/.test(lower) ? lower : lower.replace(/[^a-z0-9]/g, '');
};

/** Finds parameters by name, in any case. */
export class ParameterFinder {
  readonly #parameters: ReadonlyMap<string, ExtraParam>;

  constructor(parameters: readonly ExtraParam[]) {
    const byName = new Map<string, ExtraParam>();
    for (const parameter of parameters) if (parameter.name !== null) byName.set(normalised(parameter.name), parameter);
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
  coded(...names: readonly string[]): CodedValue | null {
    const parameter = this.#find(names);
    const code = parameter?.value || parameter?.text || null;
    return code === null ? null : { code, text: parameter?.text || null };
  }

  /** A whole number likewise; null when it is none. */
  integer(...names: readonly string[]): number | null {
    const parameter = this.#find(names);
    const digits = (parameter?.value || parameter?.text || '').replace(/[\s,]/g, '');
    return /^-?\d{1,9}$/.test(digits) ? Number(digits) : null;
  }

  /** A text likewise. */
  text(...names: readonly string[]): string | null {
    const parameter = this.#find(names);
    return parameter?.text || parameter?.value || null;
  }
}

/**
 * Reads values that no view promises: from the parameters of the entry at hand, else of the detail view, else from the
 * definition when the caller may read it (ruling R19). The first view that has any of them is believed.
 *
 * @returns null when no view has any
 */
export const readFromParameters = <Values>(
  listing: ListingModel,
  context: GatewayContext,
  fromParameters: (parameters: ParameterFinder) => Values | null,
  fromDefinition: (definition: DefinitionView) => Values | null,
): MaybePromise<Values | null> => {
  // Assumption: R19.
  const ofEntry = listing.entry === null ? null : fromParameters(new ParameterFinder(parametersOf(listing.entry)));
  if (ofEntry !== null) return ofEntry;
  return chain(detailOf(listing, context), (detail) => {
    if (detail === null) return null;
    const ofDetail = fromParameters(new ParameterFinder(parametersOf(detail)));
    if (ofDetail !== null) return ofDetail;
    return chain(readableDefinition(listing.id, context), (definition) =>
      definition === null ? null : fromDefinition(definition),
    );
  });
};
