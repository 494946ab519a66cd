import type { Queries } from "../database/database.ts";

/** What a decision does; `ended`, `erased` and `withdrawn` only take away. */
export type Group = "ended" | "rotated" | "erased" | "withdrawn" | "issued" | "money" | "sent";

/** What a replay works with. */
export interface Replaying {
  /** When it was decided, milliseconds UTC. */
  readonly at: number;
  /** Opens what `seal` has sealed. Throws `Unopened` for what another master key has sealed. */
  open(sealed: string, context: string): string;
}

/** One kind of decision. Its owner declares it; the log contains no other code for it. */
export interface DecisionKind<Data = unknown> {
  /** In the logs permanently. */
  readonly name: string;
  readonly group: Group;
  /** In reports, such as "keys ended". */
  readonly shown: string;
  /**
   * What happens to an entry whose process was killed, so that its transaction may not have been committed. `done`
   * repeats the decision. `free` drops it, so that its number is free again: such a transaction ends only once the
   * log confirms the commit, and a dropped decision was never shown.
   */
  readonly unconfirmed: "done" | "free";
  /**
   * Makes the decision again; changes nothing if the database has it. Entries of many nodes come in any order, so it
   * takes nothing back. Resolves to what it changed, 0 for nothing.
   */
  replay(tx: Queries, data: Data, replaying: Replaying): Promise<number>;
}
