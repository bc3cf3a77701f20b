/** What a setting is: the one description from which the parser, the help, the README's table and .env.example are made. */

/** What decides a default that is not always the same. */
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

/** A kind of value: how it is written in the environment. */
export interface Kind<Value> {
  /** Completes "must be …". */
  readonly expected: string;
  /** Reads a text; undefined when it is not such a value. */
  readonly parse: (text: string) => Value | undefined;
  /** Tells whether a text says that the default is wanted. An empty text always says so. */
  readonly leftOut?: (text: string) => boolean;
  /** Makes a text fit to be shown: what in it is secret is replaced. */
  readonly mask?: (text: string) => string;
  /** Whether such a value is or holds a secret, which may then stand in a file of its own. */
  readonly isSecret?: true;
}

/** What a setting that is not set can stand for; undefined stays unset. */
export type DefaultValue = string | number | boolean | undefined;

/** The value of a setting that is not set. */
export interface Default<Value extends DefaultValue> {
  /** For tables; where it is not always the same it says on what it depends. */
  readonly text: string;
  readonly in: (situation: Situation) => Value;
}

/** Headings under which settings are listed, in this order. */
export const groups = [
  'Server',
  'Listings Service',
  'Embedded service',
  'GraphQL',
  'Time limits',
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
  /** What it does, in one sentence of Markdown. */
  readonly what: string;
  readonly kind: Kind<Parsed>;
  readonly default: Default<Fallback>;
  /** A text that the setting accepts. */
  readonly example: string;
}

/** Completes a setting's type from its kind and default. */
export const setting = <Parsed, Fallback extends DefaultValue>(
  description: Setting<Parsed, Fallback>,
): Setting<Parsed, Fallback> => description;

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

/** Writes a character as JSON may. */
const escapeCharacter = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Gives a setting's text as it may be shown: masked, quoted where it is not plain, and cut when very long. */
export const shown = (kind: Kind<unknown>, text: string): string => {
  const masked = kind.mask ? kind.mask(text) : text;
  const cut = masked.length > 120 ? `${masked.slice(0, 120)}…` : masked;
  return /^[\w!-~…]+$/u.test(cut) ? cut : JSON.stringify(cut).replaceAll(/[\u007f-\u009f]/g, escapeCharacter);
};
