/**
 * The model year of all examples. It is the same with every seed, and its first vehicle has a record of every kind.
 * `families/examples.ts` refers to it.
 */
export const showcase = {
  seed: 1,
  make: "HONDA",
  model: "CR-V",
  year: 2018,
  /** EX, EX-L/EX-L Navi, Touring and LX. */
  stems: ["5J6RW2H5*JL", "5J6RW2H8*JL", "5J6RW2H9*JL", "5J6RW6H3*JL"],
  vehicles: 24,
  firstSerial: 75,
  plate: { license: "DEMO123", state: "CA" },
} as const;
