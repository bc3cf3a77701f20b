/** Schema drift: what of a response is not as the specification describes it. It never holds a value of the response. */
export interface Drift {
  /** Structure and field, e.g. `ItemDetail.Condition`, or the structure alone for a body or an element of a list. */
  readonly path: string;
  /**
   * - `unreadable`: the value has another type; it is read as null, or dropped from its list.
   * - `unknown-code`: a number or name outside its table of codes; it is read as null (assumption R15).
   * - `missing`: a field that the specification requires is absent or null.
   * - `absent`, `wrapped`: a field is not there, required or not; the value is inside of another (assumption R7). Only `probe` reports
   *   these, not the log, nor the metrics.
   */
  readonly problem: 'unreadable' | 'unknown-code' | 'missing' | 'absent' | 'wrapped';
}

/** Takes a report; called once for each drift, while a response is read. */
export type ReportDrift = (drift: Drift) => void;

/**
 * Takes a report of the whole client: called once for each drift, with the method and template of the endpoint that
 * gave the response, e.g. `GET /v1/listings/{id}`. Both come from the tables of the contract, never from a response.
 */
export type ObserveDrift = (drift: Drift, operation: string) => void;
