import { listing, reading } from "./reading.ts";

/** What each role can do: it changes with the program only. */
export const roles = { ...reading(["roles"], "/roles"), staleTime: Number.POSITIVE_INFINITY };

const operatorsMax = 200;

export const allOperators = listing(["users", "operators"], "/operators", {
  query: { page_size: operatorsMax },
});
