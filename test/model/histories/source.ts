import type { Dialect } from "../../../src/database/sql.ts";
import type { Kind } from "../../database/databases.ts";

/** Histories of one model, and how they run on the program's own classes. */
export interface HistorySource<Step = unknown> {
  readonly name: string;
  /** How many histories a seed makes. */
  readonly together: number;
  /** The part of a number of histories that is run of these: they take longer than others. */
  readonly share: number;
  /** The steps of a seed's history. */
  make(seed: number, dialect: Dialect): readonly Step[];
  /** A step as a line. */
  textOf(step: Step): string;
  begin(kind: Kind): Promise<HistoryWorld<Step>>;
}

/** A database on which histories run, one after the other. */
export interface HistoryWorld<Step> {
  /** Resolves to what differs from the model, in words; undefined if nothing does. */
  run(seed: number, steps: readonly Step[]): Promise<string | undefined>;
  /** Resolves to what differs in the whole database. */
  end(): Promise<readonly string[]>;
}
