const dayMs = 86_400_000;

/** What a run chooses by its date: the day, as YYYY-MM-DD, and a seed. */
export interface Dated {
  readonly date: string;
  /** Without one of its own, the number of the day since 1970: consecutive days have consecutive seeds. */
  readonly seed: number;
}

/** The date and seed of some options; those of today (UTC) without any. Throws if one is malformed. */
export function datedBy(
  date: string = new Date().toISOString().slice(0, 10),
  seed: string = String(Date.parse(date) / dayMs),
): Dated {
  const day = new Date(date);
  if (Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== date)
    throw new Error(`a date is YYYY-MM-DD, not ${date}`);
  if (!/^\d{1,9}$/.test(seed)) throw new Error(`a seed is a number of at most nine digits, not ${seed}`);
  return { date, seed: Number(seed) };
}

const { VINGATE_TEST_DATE, VINGATE_TEST_SEED } = process.env;

/**
 * The date and seed of this run, which `--date` and `--seed` of the runner set. What fails prints them: with both,
 * another run chooses the same.
 */
export const { date: testDate, seed: testSeed } = datedBy(
  VINGATE_TEST_DATE || undefined,
  VINGATE_TEST_SEED || undefined,
);

/** The options that repeat this run's choices. */
export const repeatedBy = `--date=${testDate} --seed=${testSeed}`;
