/** A setting: the one description from which the parser, the help, the table of docs/settings.md and .env.example are made. */
import type { Kind } from '../kinds.ts';

/** Circumstances that decide a default that is not always the same. */
export interface Situation {
  /** `NODE_ENV` is `production`. */
  readonly production: boolean;
  /** `LISTINGS_API_URL` is set. */
  readonly remote: boolean;
  /** The embedded service runs. */
  readonly embedded: boolean;
  /** Browsers get GraphiQL. */
  readonly graphiql: boolean;
  /** The gateway takes any free port (`PORT=0`). */
  readonly anyPort: boolean;
}

/** A value that stands in for a setting that is not set; undefined stays unset. */
export type DefaultValue = string | number | boolean | undefined;

/** The value of a setting that is not set. */
interface Default<Value extends DefaultValue> {
  /** For tables; where it is not always the same it says on what it depends. */
  readonly text: string;
  readonly in: (situation: Situation) => Value;
}

/** What settings are about, in the order in which they are listed. */
export const groups = [
  'Limits',
  'Time limits',
  'Server',
  'Listings Service',
  'Embedded service',
  'GraphQL',
  'Browser sessions',
  'Idempotency keys',
  'Calls to the service',
  'Shared lookups',
  'Scale',
  'Shutdown',
  'Traces',
] as const;

/** One setting. `Parsed` is what a text becomes, `Fallback` what stands in when it is unset or empty. */
export interface Setting<Parsed = unknown, Fallback extends DefaultValue = DefaultValue> {
  /** Name of the environment variable. */
  readonly name: string;
  readonly group: (typeof groups)[number];
  /** Meaning, in one sentence of Markdown. */
  readonly what: string;
  readonly kind: Kind<Parsed>;
  readonly default: Default<Fallback>;
  /** A text that the setting accepts. */
  readonly example: string;
}

/** Creates what makes settings of one group, and completes their types from kind and default. */
export const settingIn =
  (group: Setting['group']) =>
  <Parsed, Fallback extends DefaultValue>(
    description: Omit<Setting<Parsed, Fallback>, 'group'>,
  ): Setting<Parsed, Fallback> => ({ ...description, group });

/** Gives the text of a value as it would be written in the environment; undefined is `unset`. */
export const textOf = (value: DefaultValue): string => {
  if (value === undefined) return 'unset';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return String(value);
};

/** A default that is always the same. */
export const always = <const Value extends DefaultValue>(value: Value): Default<Value> => ({
  text: textOf(value),
  in: () => value,
});

/** No default: unset stays unset. */
export const unset: Default<undefined> = always(undefined);

/** A default that depends on the situation; `text` says how. */
export const depends = <const Value extends DefaultValue>(
  text: string,
  value: (situation: Situation) => Value,
): Default<Value> => ({
  text,
  in: value,
});
