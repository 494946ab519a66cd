import { dayMs } from "../../base/durations.ts";
import { type Check, fault, ok, requireDatabase, warning } from "../../running/check.ts";
import { endOf } from "./days/calendar.ts";
import { readState } from "./days/proof-state.ts";

const lateMs = dayMs;
/** A month, and the days after it in which its statement is checked. */
const keptDaysMin = 40;

/** Whether the calls of each day are proved, and kept until their statement is final. */
export const proofCheck: Check = {
  name: "proofs",
  async run(inspected) {
    const state = await readState(requireDatabase(inspected));
    const { requestLogDays } = inspected.config;
    if (!state) return ok("No day has ended yet");
    const found = `Proved up to ${state.leafDay}`;
    if (state.restored !== null || inspected.clock() - endOf(state.leafDay) > dayMs + lateMs)
      return {
        ...fault(
          found,
          "Days are proved by the service's processes: check that one runs, and its log for cannot prove the calls of a day.",
        ),
        item: {
          kind: "proof",
          code: "proof_late",
          values: { day: state.leafDay },
          since: endOf(state.leafDay) + dayMs,
        },
      };
    if (requestLogDays < keptDaysMin)
      return warning(
        `${found}. Single calls are kept for ${requestLogDays} days`,
        `Set VINGATE_REQUEST_LOG_DAYS to ${keptDaysMin} or more: customers check a month's statement with its calls.`,
      );
    return ok(found);
  },
};
