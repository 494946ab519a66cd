import type { Restoring } from "../../decisions/restoring.ts";
import { gapNotes, jumpNumbers } from "./number-gaps.ts";
import { papersIssued } from "./paper-rows.ts";

/** Papers come back whole. Where the log of decisions is lost too, their numbers are left out. */
export const papersRestoring: Restoring = {
  kinds: [papersIssued],
  async epochBegins(tx, { logsLost, from, at }) {
    if (logsLost) await jumpNumbers(tx, from, at, "the decision logs of the time before a restore are lost");
  },
  notes: gapNotes,
};
