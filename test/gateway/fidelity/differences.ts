/** Where two JSON values differ. */

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const brief = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, 100);

const listDifferences = (expected: unknown, got: unknown, path: string): readonly string[] => {
  if (isObject(expected) && isObject(got) && Array.isArray(expected) === Array.isArray(got)) {
    const names = new Set([...Object.keys(expected), ...Object.keys(got)]);
    return [...names].flatMap((name) =>
      listDifferences(Reflect.get(expected, name), Reflect.get(got, name), `${path}.${name}`),
    );
  }
  return expected === got ? [] : [`${path}: ${brief(expected)} became ${brief(got)}`];
};

/** The paths at which two values differ, each with both values; empty when they are the same. */
export const differencesOf = (expected: unknown, got: unknown): readonly string[] => listDifferences(expected, got, '');
