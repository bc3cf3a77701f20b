/** Lists that the service gave, and that cannot be read: they must not look like empty ones (assumption R47). */

const UNREADABLE = Symbol('unreadable lists');

interface PartlyRead {
  [UNREADABLE]?: readonly string[];
}

/** Notes that the service gave a list in a field, and it cannot be read. */
export const markUnreadable = (read: PartlyRead, field: string): void => {
  read[UNREADABLE] = [...(read[UNREADABLE] ?? []), field];
};

/** Puts a list that has a reader of its own in the place of what the service gave; null where that cannot be read. */
export const withList = <View extends object, Name extends keyof View & string, List>(
  read: View,
  field: Name,
  items: List,
): Omit<View, Name> & Record<Name, List> => {
  const all: Omit<View, Name> & Record<Name, List> & PartlyRead = { ...read, [field]: items };
  if (items === null && read[field] !== null) markUnreadable(all, field);
  return all;
};

/** Returns whether the service gave a list in a field, and it cannot be read. */
export const isUnreadable = (read: object, field: string): boolean => {
  const { [UNREADABLE]: fields }: PartlyRead = read;
  return fields?.includes(field) ?? false;
};
