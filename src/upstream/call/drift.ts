/** Reports of answers that are not as the specification describes them. */

/** One place where an answer of the service departs from the contract. It never holds a value of the answer. */
export interface Drift {
  /** Structure and field, e.g. `ItemDetail.Condition`, or the structure alone for a body or an element of a list. */
  readonly path: string;
  /**
   * - `unreadable`: the value has another type; it is read as null, or dropped from its list.
   * - `unknown-code`: a number or name outside its table of codes; it is read as null (ruling R15).
   * - `missing`: a field that the specification requires is absent or null.
   */
  readonly problem: 'unreadable' | 'unknown-code' | 'missing';
}

/** Takes a report; called once for each departure, while an answer is read. */
export type ReportDrift = (drift: Drift) => void;

/**
 * Takes a report of the whole client: called once for each departure, with the method and template of the endpoint that
 * gave the answer, e.g. `GET /v1/listings/{id}`. Both come from the tables of the contract, never from an answer.
 */
export type ObserveDrift = (drift: Drift, operation: string) => void;
