import type { Check } from "../../verify/src/index.ts";
import { type Day, type Files, isDay, type Made, resign } from "./model.ts";

/** A way to change files of a statement, and the failure that names it. */
export interface Tampering {
  readonly name: string;
  readonly check: Check;
  readonly text: RegExp;
  /** Changes the statement in place, or returns changed files. Members that are left out are as they were. */
  change(made: Made, pick: <T>(list: readonly T[]) => T): Partial<Files> | undefined;
}

export const daysOf = ({ statement }: Made): Day[] => statement.subscriptions[0]!.days.filter(isDay);

/** Signs a changed statement as the seller can. */
export const signed = (
  change: (made: Made, pick: <T>(list: readonly T[]) => T) => Partial<Files> | undefined,
  ...again: ((made: Made) => void)[]
): Tampering["change"] => {
  return (made, pick) => {
    const files = change(made, pick);
    for (const each of again) each(made);
    resign(made);
    return files;
  };
};
