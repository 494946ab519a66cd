import type { Log } from "../../base/log.ts";
import { programScript } from "../../base/program/place.ts";
import type { SinkPlace } from "../../base/settings/sink-place.ts";
import type { Timing } from "../../base/timing.ts";
import type { Database, Queries } from "../../database/database.ts";
import { DatabaseUnavailable } from "../../database/errors.ts";
import type { NumberedCall } from "../usage/usage.ts";

/** What a sink's script exports. */
export interface SinkModule {
  /** Receives the applied calls of all journals of a folder. */
  openSink(options: object, services: SinkServices): CallSink;
  /** Sums of the calls that the sink has at the moment that a transaction reads. */
  readSums(options: object, tx: Queries): Promise<SinkSums>;
}

export interface SinkServices {
  readonly db: Database;
  /** The folder of all journals. */
  readonly folder: string;
  readonly timing: Timing;
  readonly log: Log;
}

/** Receives applied calls, in the metering thread. Callers do not wait for it: the calls are in the journals. */
export interface CallSink {
  open(journal: { readonly id: string; readonly path: string }): JournalSink;
  /** Begins to send what ended processes left, unless it still does. */
  recover(): void;
  /** The calls of the folder that it lacks. */
  waiting(): Promise<WaitingCalls>;
  close(): void;
}

/** Receives the applied calls of one journal. */
export interface JournalSink {
  /** The last seq that the sink has; undefined if it is not known yet. The journal keeps the calls after it. */
  readonly loggedSeq: number | undefined;
  /** Takes calls that were just applied. Reading them again would cost as much as encoding them. */
  offer(records: readonly NumberedCall[]): void;
  /** Sends what is applied, within a second or so. */
  soon(): void;
  /** Sends what is applied. Throws if it cannot be sent. */
  ship(): Promise<void>;
  /** Sends the last calls, if they are taken in time; `recover` sends the others. */
  last(): Promise<void>;
  close(): void;
}

/** Calls of a folder's journals that are applied and that the sink lacks. */
export interface WaitingCalls {
  readonly calls: number;
  /** Their size in the files. */
  readonly bytes: number;
  /** The time of the oldest, as last read by this process. */
  readonly since?: number | undefined;
}

/** Sums of one subscription's calls of one kind in an hour, counted call by call. */
export interface CallSum {
  /** The start of the hour. */
  readonly at: number;
  readonly subscription_id: string;
  readonly user_id: string;
  readonly operation: string;
  readonly status: number;
  /** 1 for calls of keys for tests. */
  readonly test: 0 | 1;
  readonly calls: number;
  readonly credits: number;
  readonly bytes: number;
}

/** The single calls of a sink at the moment that a transaction reads. */
export interface SinkSums {
  /** The sums of the next hour that has any, oldest first; empty at the end. */
  nextHour(): Promise<CallSum[]>;
  /** Calls by journal. */
  readonly journals: readonly { readonly journal: string; readonly calls: number }[];
}

/** The sink does not answer, or not in time: single calls cannot be read now, and wait in the journals. */
export abstract class CallsUnavailable extends DatabaseUnavailable {
  /** The product that keeps them, for people. */
  abstract readonly store: string;
}

/** A sink with its script loaded. */
export interface LoadedSink {
  readonly module: SinkModule;
  readonly options: object;
}

export async function loadSink({ script, options }: SinkPlace): Promise<LoadedSink> {
  return { module: (await import(programScript(script))) as SinkModule, options };
}
