// Made by `npm run sdk` from tools/sdk/repeats.ts. Do not edit.
/** What is repeated: statuses by their treatment, the tries after the first one, and the seconds for all. */
export const repeats = {
  retries: 4,
  seconds: 60,
  retryAfter: [429, 503],
  unsure: [502, 504],
  once: [500],
} as const;
