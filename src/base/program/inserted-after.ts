/** The list with more items after the one that `isBefore` finds; at the end if it finds none. */
export function insertedAfter<T>(
  all: readonly T[],
  more: readonly T[],
  isBefore: (one: T) => boolean,
): readonly T[] {
  return all.toSpliced(all.findIndex(isBefore) + 1 || all.length, 0, ...more);
}
