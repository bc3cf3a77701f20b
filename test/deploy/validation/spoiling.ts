/** Mistakes in the content of a YAML file: at every place of it, every kind of mistake that a hand makes there. */

/** A content with one mistake. */
export interface Spoilt {
  /** Where and what, e.g. `spec.ports.0.port: misspelt`. */
  readonly mistake: string;
  readonly content: unknown;
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A key as a slip of the finger leaves it: its last two letters change places, or one is there twice. */
export const misspell = (key: string): string => {
  const [last = '', before = ''] = [key.at(-1), key.at(-2)];
  return last === before ? `${key}${last}` : `${key.slice(0, -2)}${last}${before}`;
};

/** Values of other types than the one that is there. */
const wrongValues = (value: unknown): readonly unknown[] => {
  const nested = [['unexpected']];
  if (Array.isArray(value)) return ['unexpected', { unexpected: true }];
  if (isFields(value)) return ['unexpected', nested];
  return typeof value === 'boolean' ? ['yes', nested] : [true, nested, { unexpected: true }];
};

/** A word of the format, not of who writes the file: `ScheduleAnyway`, `TCP`. */
const isWord = (value: unknown): value is string => typeof value === 'string' && /^[A-Z][A-Za-z]+$/.test(value);

/**
 * Makes all of them.
 *
 * @param isOpen whether the fields at a path are named by who writes the file, as labels are
 * @param hasWords whether texts in capitals are words of the format, which can be misspelt too
 */
export const spoil = (content: unknown, isOpen: (path: string) => boolean, hasWords = false): readonly Spoilt[] => {
  const at = (
    path: readonly (string | number)[],
    value: unknown,
    put: (value: unknown) => unknown,
  ): readonly Spoilt[] => {
    const place = path.join('.');
    const wrong = path.length === 0 ? [] : wrongValues(value);
    const misspelt = hasWords && isWord(value) ? [misspell(value)] : [];
    const own = [...wrong, ...misspelt].map((each): Spoilt => ({
      mistake: `${place}: ${JSON.stringify(each)}`,
      content: put(each),
    }));
    if (Array.isArray(value)) {
      const items = value.flatMap((item: unknown, index) =>
        at([...path, index], item, (changed) => put(value.with(index, changed))),
      );
      return [...own, ...items];
    }
    if (!isFields(value)) return own;
    const fields = Object.entries(value).flatMap(([key, each]) =>
      at([...path, key], each, (changed) => put({ ...value, [key]: changed })),
    );
    if (isOpen(place)) return [...own, ...fields];
    const renamed = Object.keys(value).map((key): Spoilt => {
      const entries = Object.entries(value).map(([name, each]) => [name === key ? misspell(key) : name, each] as const);
      return { mistake: `${[...path, key].join('.')}: misspelt`, content: put(Object.fromEntries(entries)) };
    });
    const added: Spoilt = { mistake: `${place}: an unknown field`, content: put({ ...value, unexpected: 'field' }) };
    return [...own, ...fields, ...renamed, added];
  };
  return at([], content, (changed) => changed);
};
