/** A setting: the one description from which the parser, the help, the table of docs/settings.md and .env.example are made. */
import type { Kind } from './kinds.ts';

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

/** One setting. `Value` is what its text becomes; null is among its values where it may be unset. */
export interface Setting<Value = unknown> {
  /** Name of the environment variable. */
  readonly name: string;
  readonly group: (typeof groups)[number];
  /** Meaning, in one sentence of Markdown. */
  readonly what: string;
  readonly kind: Kind<Value>;
  /** What stands in for it where it is unset. */
  readonly default: {
    /** For tables; where it is not always the same it says on what it depends. */
    readonly text: string;
    /** As it would be written in the environment; null stays unset. */
    readonly in: (situation: Situation) => string | null;
  };
  /** A text that the setting accepts. */
  readonly example: string;
}

/** Name of the variable with the path of a secret's file; null for a setting that is no secret. */
export const fileVariableOf = ({ name, kind }: Setting): string | null => (kind.isSecret ? `${name}_FILE` : null);

/** A path to show as an example. */
export const examplePath = ({ name }: Setting): string => `/run/secrets/${name.toLowerCase()}`;

/** A default that depends on the situation; `text` says how. */
interface Conditional<Fallback> {
  readonly text: string;
  readonly in: (situation: Situation) => Fallback;
}

/** Creates a default that depends on the situation. */
export const depends = <const Fallback extends string | number | null>(
  text: string,
  fallback: (situation: Situation) => Fallback,
): Conditional<Fallback> => ({ text, in: fallback });

interface Description<Fallback> {
  readonly what: string;
  /** As it would be written in the environment; unset stays unset unless given. */
  readonly default?: Fallback | Conditional<Fallback>;
  readonly example: string;
}

/** Creates what makes settings of one group. */
export const settingIn =
  (group: Setting['group']) =>
  <Value, const Fallback extends string | number | null = null>(
    name: string,
    kind: Kind<Value>,
    { default: fallback, ...description }: Description<Fallback>,
  ): Setting<Value | Extract<Fallback, null>> => {
    const { text, in: find } =
      typeof fallback === 'object' && fallback !== null
        ? fallback
        : { text: String(fallback ?? 'unset'), in: () => fallback ?? null };
    const textIn = (situation: Situation): string | null => find(situation)?.toString() ?? null;
    return { ...description, name, group, kind, default: { text, in: textIn } };
  };

/** Settings by the names under which the program knows their values, in groups of what is used together. */
export interface SettingTree {
  readonly [name: string]: Setting | SettingTree;
}

/** The values of settings, in the same shape. */
export type ValuesOf<Tree> =
  Tree extends Setting<infer Value> ? Value : { readonly [Name in keyof Tree]: ValuesOf<Tree[Name]> };

/** Tells a setting from a group of them. */
export const isSetting = (node: Setting | SettingTree): node is Setting => typeof node['name'] === 'string';
