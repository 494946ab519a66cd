/** How often a worker tells its supervisor that it is alive. */
export const beatMs = 250;

/** So many beats may be missing; the next one must come within two seconds of the last. */
const missedMax = 6;

export interface Heartbeat {
  /** A beat has come. */
  beat(): void;
  end(): void;
}

/**
 * Calls `silent` once when seven beats in a row are missing. What is counted is this process's own timer, not the
 * time: where the whole machine was suspended, or this process got no turn, nobody else is to blame.
 */
export function expectBeats(silent: () => void): Heartbeat {
  let missed = 0;
  const timer = setInterval(() => {
    missed += 1;
    if (missed <= missedMax) return;
    clearInterval(timer);
    silent();
  }, beatMs);
  return {
    beat: () => {
      missed = 0;
    },
    end: () => clearInterval(timer),
  };
}
