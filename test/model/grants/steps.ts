/** What happens in a history of grants. */
export type GrantWhat =
  // A node.
  | "calls"
  | "journals the call"
  | "gives back the call"
  | "acquires"
  | "releases"
  | "dies"
  | "restarts"
  | "closes its fenced journal"
  // The database.
  | "apply"
  | "reap"
  | "the folder comes back"
  | "close"
  | "scan"
  | "enter the period again"
  | "the replica catches up"
  | "the replica takes over"
  // Operators and time.
  | "a day passes"
  | "add the grant"
  | "remove 1"
  | "set to 0"
  | "set to 0 while credits are leased"
  | "raise the grant by 1"
  | "become unlimited"
  | "become metered";

/** One step, and whose it is. */
export interface GrantStep {
  readonly what: GrantWhat;
  /** A node, or the journal that it had. */
  readonly journal?: number;
  readonly grant?: number;
  /** Credits or calls. */
  readonly amount?: number;
  /** The day of a call. */
  readonly day?: number;
}

/** A step as a line. */
export function grantText({ what, journal, grant, amount, day }: GrantStep): string {
  const parts = [
    journal === undefined ? "" : `node ${journal}:`,
    what,
    amount === undefined ? "" : String(amount),
    grant === undefined ? "" : String(grant),
    day === undefined ? "" : `of day ${day}`,
  ];
  return parts.filter((part) => part !== "").join(" ");
}
