import type { WaitingCalls } from "../sink/sink.ts";
import type { Applied } from "./journal-applier.ts";
import type { Recovered } from "./recovery.ts";

/** The operations that move journaled calls into the database. */
export interface ApplyStore {
  /** Applies the calls of an open journal up to the seq `to`. */
  apply(journalId: string, to: number): Promise<Applied>;
  /** Sends the applied calls of an open journal to ClickHouse; does nothing without it. */
  log(journalId: string): Promise<void>;
  /** Closes a journal that was applied to its end; resolves to whether its directory can be removed. */
  close(journalId: string, appliedSeq: number): Promise<boolean>;
  /** Drops a journal whose process has died, so that recovery applies it. */
  leave(journalId: string): Promise<void>;
  /** One pass over the journals that other processes left. */
  recover(): Promise<Recovered>;
  /**
   * Reapplies calls that the database lost, expires timed-out journals, removes segments applied an hour ago. Resolves to
   * what waits for ClickHouse; undefined if the database keeps single calls.
   */
  maintain(): Promise<WaitingCalls | undefined>;
  end(): Promise<void>;
}
