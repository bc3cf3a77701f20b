/** The form in which a reader met a value, where a ruling allows several. */
import type { FieldType } from '../../contract/structure.ts';

/** One form. It holds no value of a response, but for `readAs`. */
export interface MetForm {
  /** E.g. `parallel arrays`. */
  readonly text: string;
  /** True when the ruling assumes this form; the others it provides for. */
  readonly isAssumed: boolean;
  /** The value as the type that it was read as, where that is one of the contract. */
  readonly readAs?: { readonly type: FieldType; readonly json: unknown };
}

/** Takes the form of a value that a reader can read; called at most once a value. Readers report to nobody unless one is given. */
export type ReportForm = (form: MetForm) => void;
