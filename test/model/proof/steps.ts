/** What happens in a history of proof days. */
export type ProofWhat =
  | "midnight"
  // A journal.
  | "records a call"
  | "records a call, its clock a day back"
  | "dies"
  | "comes back"
  | "apply"
  | "apply, and the log refuses it"
  | "ship"
  | "amend"
  | "a person enters the refused call"
  // Days.
  | "purge"
  | "cut"
  | "cut again"
  | "make the leaves"
  | "sign"
  | "begin a log"
  // The database.
  | "a ledger row"
  | "the replica catches up"
  | "the replica takes over"
  | "back up"
  | "restore"
  | "replay on the other database";

/** One step, and what it is about. Calls and days are numbered from 0. */
export interface ProofStep {
  readonly what: ProofWhat;
  readonly day?: number;
  readonly journal?: number;
  /** The end of the calls that are applied or removed, or a single call. */
  readonly call?: number;
}

/** A step as a line. */
export function proofText({ what, day, journal, call }: ProofStep): string {
  const parts = [
    what,
    call === undefined ? "" : `call ${call}`,
    journal === undefined ? "" : `of journal ${journal}`,
    day === undefined ? "" : `of day ${day}`,
  ];
  return parts.filter((part) => part !== "").join(" ");
}
