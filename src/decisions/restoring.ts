import type { Queries } from "../database/database.ts";
import type { DecisionKind } from "./kind.ts";

/**
 * Messages that wait and were written before a moment, milliseconds UTC: some may have been sent before a restore took
 * that back.
 */
export interface WaitingMessages {
  /** In reports, such as "mails". */
  readonly shown: string;
  count(db: Queries, before: number): Promise<number>;
  /** Makes sure that none of them is sent. */
  drop(tx: Queries, before: number): Promise<unknown>;
}

export interface EpochBeginning {
  /** Nothing says what was decided since the backup. */
  readonly logsLost: boolean;
}

/** What a part of the service, such as a feature, says of restores. */
export interface Restoring {
  /** What it decides and no restore may undo. */
  readonly kinds?: readonly DecisionKind[];
  /** Ends what no entry names and a restore would bring back, such as sessions. */
  epochBegins?(tx: Queries, beginning: EpochBeginning): Promise<unknown>;
  readonly waiting?: readonly WaitingMessages[];
}
