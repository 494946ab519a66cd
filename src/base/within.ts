/** A promise's outcome, or after so many milliseconds the error of `late`; what was begun goes on. */
export async function within<T>(milliseconds: number, promise: Promise<T>, late: () => Error): Promise<T> {
  const over = Promise.withResolvers<never>();
  const timer = setTimeout(() => over.reject(late()), milliseconds);
  try {
    return await Promise.race([promise, over.promise]);
  } finally {
    clearTimeout(timer);
    // Nobody hears of it where the promise settles later, and fails.
    promise.catch(() => undefined);
  }
}
