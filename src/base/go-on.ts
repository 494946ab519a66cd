/** Goes on with a value, at once where it is there already: an async function would make every caller wait its turn. */
export function goOn<T, R>(value: T | Promise<T>, next: (value: T) => R | Promise<R>): R | Promise<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}
