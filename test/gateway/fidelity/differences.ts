/** Where two JSON values differ. */

/** A place where two values differ. */
export interface Difference {
  /** E.g. `.nodes.0.title`. */
  readonly path: string;
  /** The values as the start of their JSON; `nothing` for what is not there. */
  readonly expected: string;
  readonly got: string;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const brief = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, 100);

const listDifferences = (expected: unknown, got: unknown, path: string): readonly Difference[] => {
  if (isObject(expected) && isObject(got) && Array.isArray(expected) === Array.isArray(got)) {
    const names = new Set([...Object.keys(expected), ...Object.keys(got)]);
    return [...names].flatMap((name) =>
      listDifferences(Reflect.get(expected, name), Reflect.get(got, name), `${path}.${name}`),
    );
  }
  return expected === got ? [] : [{ path, expected: brief(expected), got: brief(got) }];
};

/** The places where two values differ; none when they are the same. */
export const differencesOf = (expected: unknown, got: unknown): readonly Difference[] =>
  listDifferences(expected, got, '');
