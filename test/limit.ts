/**
 * The milliseconds after which a test is ended: it ends what hangs, and a slow machine does not reach it. Runs of planted
 * bugs, some of which let a test hang, set less.
 */
export const limitMs = Number(process.env.VINGATE_TEST_LIMIT_MS ?? 180_000);
