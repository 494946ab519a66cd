/**
 * Webhooks that are served at a time, and those of one account. Addresses that fail, are slow, or were not tried yet have
 * places of their own, so that they delay no others.
 */
export const servedMax = {
  quick: { all: 32, each: 8 },
  fresh: { all: 16, each: 2 },
  slow: { all: 8, each: 1 },
  failing: { all: 16, each: 2 },
} as const;

export type Pool = keyof typeof servedMax;
