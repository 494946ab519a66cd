import { minuteMs } from "../../../base/durations.ts";
import { errorFields } from "../../../base/log.ts";
import type { Context } from "../../../calls/context.ts";
import { checkService } from "../checks/check-service.ts";
import { noteItems } from "./stored-items.ts";

const noteMs = minuteMs;
const checkMs = 5 * minuteMs;

/** Notes each minute what needs a person, and runs the doctor every five, until the returned function is called. */
export function startInbox(context: Context): () => void {
  const repeat = (work: () => Promise<unknown>, everyMs: number) =>
    setInterval(() => {
      work().catch((error) => {
        if (!context.process.stopping.signal.aborted)
          context.log.warn("cannot note what needs a person; it will be retried", errorFields(error));
      });
    }, everyMs);
  // Soon after a start, whose files and connections it then does not compete for.
  const first = setTimeout(() => void checkService(context), noteMs / 2);
  const timers = [repeat(() => noteItems(context), noteMs), repeat(() => checkService(context), checkMs)];
  return () => {
    clearTimeout(first);
    for (const timer of timers) clearInterval(timer);
  };
}
