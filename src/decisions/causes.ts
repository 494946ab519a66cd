import type { Entry, Epoch } from "./entries.ts";
import type { LogFile } from "./log-file.ts";
import type { Standing } from "./standing.ts";

/** A log of this folder, and how the database stands to it. */
export interface ReadLog extends Standing {
  readonly file: LogFile;
  readonly entries: readonly Entry[];
}

/** The database's row of a log. */
export interface LogRow {
  readonly log_id: string;
  readonly place: string;
  readonly file: string;
  readonly through: number;
  readonly head: string;
}

export const lacks = (id: string): string =>
  `The database lacks transactions that the decision log ${id} confirms`;
export const continued = (id: string): string => `Another copy of the decision log ${id} was continued`;

/** Whether a cause is that the database lost its last commits, as after a failover, and nothing else. */
export const isLack = (cause: string): boolean => cause.startsWith("The database lacks ");

/** Why a log shows that the database went back, or that the log did: a sentence without a full stop, or none. */
export function causesOf(
  { file, state, epoch }: ReadLog,
  rows: readonly LogRow[],
  stored: Epoch | undefined,
  mayBeCopied: boolean,
): string[] {
  if (state === "went back") return [lacks(file.id)];
  if (state === "log lost") return [`The decision log ${file.id} ends before the database`];
  if (state === "forked") return [continued(file.id)];
  if (epoch && epoch.id !== stored?.id && epoch.number >= (stored?.number ?? 0))
    return [`The database is of an earlier epoch than the decision log ${file.id}`];
  const row = rows.find(({ log_id }) => log_id === file.id);
  if (row && row.file !== file.file && !mayBeCopied) return [`The decision log ${file.id} was copied`];
  return [];
}
