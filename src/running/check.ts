import type { Clock } from "../base/clock.ts";
import { withTimeout } from "../base/with-timeout.ts";
import type { Config } from "../config.ts";
import type { Queries } from "../database/database.ts";
import type { InboxItem, ItemOfCheck } from "./inbox-item.ts";

/** An installation, as checks look at it. */
export interface Inspected {
  readonly config: Config;
  readonly clock: Clock;
  /** How many threads this machine runs at a time. */
  readonly cores: number;
  /** Undefined if it cannot be used; `databaseFinding` has the reason. */
  readonly database: Queries | undefined;
  readonly databaseFinding?: Finding;
  /** The data for VIN decoding; undefined if there are none yet. */
  readonly vinData:
    | { readonly source: string; readonly version: string; readonly complete: boolean }
    | undefined;
  /** Whether this process is the service. */
  readonly serves: boolean;
  /** Compares ledger, balances, reports and request log, or returns what the last comparison found. */
  readonly compare: () => Promise<Finding>;
}

export type FindingState = "ok" | "warning" | "fault";

/** What a check has found, as sentences without a full stop. */
export interface Finding {
  readonly state: FindingState;
  readonly found: string;
  /** What to do; null if there is nothing to do. */
  readonly advice: string | null;
  /** How Inbox shows it, if not as a check that is not `ok`; null if the check's `items` have what it counts. */
  readonly item?: ItemOfCheck | null;
}

export interface Check {
  readonly name: string;
  run(inspected: Inspected): Finding | Promise<Finding>;
  /**
   * What of it needs a person, one by one. Inbox reads it each time it is opened: by indexes, and without a connection
   * to another machine.
   */
  items?(inspected: Inspected): Promise<readonly InboxItem[]>;
  /** How long it may take; a few seconds if absent. */
  readonly milliseconds?: number;
}

/** A finding with the name of its check. */
export interface CheckResult extends Finding {
  readonly name: string;
}

export const ok = (found: string): Finding => ({ state: "ok", found, advice: null });
export const warning = (found: string, advice: string): Finding => ({ state: "warning", found, advice });
export const fault = (found: string, advice: string): Finding => ({ state: "fault", found, advice });

/** A finding without what only Inbox shows. */
export const withoutItem = ({ name, state, found, advice }: CheckResult): CheckResult => ({
  name,
  state,
  found,
  advice,
});

/** Thrown by a check that another one explains. */
class NotChecked extends Error {}

/** The database. Throws if it cannot be used. */
export function requireDatabase({ database }: Inspected): Queries {
  if (!database) throw new NotChecked("the database cannot be used");
  return database;
}

const checkMs = 8000;
const late = () => new Error("it took too long");

/** Runs checks side by side. One that fails is a warning. */
export function runChecks(checks: readonly Check[], inspected: Inspected): Promise<CheckResult[]> {
  return Promise.all(
    checks.map(async ({ name, run, milliseconds = checkMs }) => {
      try {
        const finding = Promise.resolve(run(inspected));
        const inTime = milliseconds === Number.POSITIVE_INFINITY;
        return { name, ...(await (inTime ? finding : withTimeout(finding, milliseconds, late))) };
      } catch (error) {
        const advice =
          error instanceof NotChecked ? "See the database." : "See the log, and run the checks again.";
        return { name, ...warning(`Not checked: ${(error as Error).message}`, advice) };
      }
    }),
  );
}
