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
  /** No log contains what was decided since the backup. */
  readonly logsLost: boolean;
  /** The last moment that the database has; 0 if it has none. Milliseconds UTC, as `at`. */
  readonly from: number;
  /** When the epoch begins. */
  readonly at: number;
  /** What the process was started with, of which features read their settings. */
  readonly config: object;
}

/** What must be known or decided before the service resumes. */
export interface Undecided {
  /** In reports, such as "charges without a payment". */
  readonly shown: string;
  count(db: Queries): Promise<number>;
}

/** How a part of the service, such as a feature, takes part in restores. */
export interface Restoring {
  /** What it decides and no restore may undo. */
  readonly kinds?: readonly DecisionKind[];
  /** Ends what no entry names and a restore would bring back, such as sessions. */
  epochBegins?(tx: Queries, beginning: EpochBeginning): Promise<unknown>;
  readonly waiting?: readonly WaitingMessages[];
  readonly undecided?: readonly Undecided[];
  /** Notes for operators about the epoch that began at a moment, as sentences without a full stop. */
  notes?(db: Queries, since: number): Promise<readonly string[]>;
}
