/** Makes a value once for all callers. A failure is not kept: the next call tries again. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    if (made) return made;
    made = make();
    made.catch(() => {
      made = undefined;
    });
    return made;
  };
}
