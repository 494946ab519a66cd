import { systemTiming, type Timing } from "./timing.ts";

/** The promise's outcome, or the error of `late` after the timeout; the work itself continues. */
export function withTimeout<T>(
  promise: PromiseLike<T>,
  milliseconds: number,
  late: () => Error,
  timing: Timing = systemTiming,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const cancel = timing.after(milliseconds, () => reject(late()));
    promise.then(
      (value) => {
        cancel();
        resolve(value);
      },
      (error: unknown) => {
        cancel();
        reject(error);
      },
    );
  });
}
