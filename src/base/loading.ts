/** Progress of start-up work. */
export interface Progress {
  readonly stage: string;
  readonly done: number;
  readonly total: number;
}

/** Something that is loaded while the service already responds: pending, ready or failed. */
export interface Loading<T> {
  readonly value: T | undefined;
  readonly progress: Progress | undefined;
  readonly error: Error | undefined;
  /** Resolves when the work has ended, also if it failed. */
  readonly ended: Promise<void>;
}

/** Starts `work` and tracks its state. */
export function startLoading<T>(work: (progress: (step: Progress) => void) => Promise<T>): Loading<T> {
  const state = {
    value: undefined as T | undefined,
    progress: undefined as Progress | undefined,
    error: undefined as Error | undefined,
    ended: Promise.resolve(),
  };
  state.ended = work((step) => {
    state.progress = step;
  }).then(
    (value) => {
      state.value = value;
    },
    (error: Error) => {
      state.error = error;
    },
  );
  return state;
}

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
