/** The milliseconds after which a test is ended: it ends what hangs, and a slow machine does not reach it. */
export const limitMs = 180_000;
