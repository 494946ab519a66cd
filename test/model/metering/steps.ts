/** What happens in a history of metering. */
export type MeteringWhat =
  // A node.
  | "restarts"
  | "a call arrives"
  | "reserves"
  | "ends: the subscription is ended"
  | "leaves: the journal is full"
  | "requests credits and is refused"
  | "requests credits and waits on"
  | "gives up"
  | "gives back"
  | "journals"
  | "sends an acquisition"
  | "sends a release"
  | "receives the answer"
  | "learns the end"
  | "answers"
  | "is killed"
  | "loses power"
  | "syncs"
  | "opens a new journal"
  | "stops"
  // The database.
  | "a statement arrives"
  | "a statement arrives, its answer is lost and it is repeated"
  | "a statement arrives again"
  | "a statement arrives after its journal ended"
  | "apply"
  | "apply again"
  | "read the applied seq"
  | "apply from the seq that was read"
  | "close"
  | "close too early"
  | "expire"
  | "expire by an earlier commit count"
  | "add 2"
  | "end the subscription"
  | "set to 2"
  | "set to 2 while credits are leased"
  | "freeze"
  | "unfreeze"
  | "the replica catches up"
  | "the replica takes over";

/** One step, and whose it is. */
export interface MeteringStep {
  readonly what: MeteringWhat;
  readonly node?: number;
  readonly journal?: number;
  readonly subscription?: number;
  /** Credits, or the last record. */
  readonly amount?: number;
}

/** A step as a line. */
export function meteringText({ what, node, journal, subscription, amount }: MeteringStep): string {
  const parts = [
    node === undefined ? "" : `node ${node}`,
    what,
    amount === undefined ? "" : String(amount),
    journal === undefined ? "" : `of journal ${journal}`,
    subscription === undefined ? "" : `of subscription ${subscription}`,
  ];
  return parts.filter((part) => part !== "").join(" ");
}
