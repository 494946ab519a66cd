const { BENCH_SCALE, BENCH_ROUNDS, BENCH_SECONDS } = process.env;

/** What sizes are multiplied by: 0.01 tries a part in seconds. */
export const scale = Number(BENCH_SCALE ?? 1);

export const scaled = (size: number, least = 1): number => Math.max(least, Math.round(size * scale));
export const roundsOr = (rounds: number): number => Number(BENCH_ROUNDS ?? rounds);
export const secondsOr = (seconds: number): number => Number(BENCH_SECONDS ?? seconds);
