import { flag, initially, integer, orNull, text, word } from "../../../entities/stored.ts";
import { type Row, Table } from "../../../entities/table.ts";

/** `replace` replaces all records of a family; `merge` keeps those whose keys are not in the input. */
export type Mode = "replace" | "merge";

export type ImportRun = Row<typeof importRuns>;

export const importRuns = new Table({
  name: "import_run",
  as: "import_run",
  key: ["id"],
  members: {
    id: text,
    family: text,
    source: text,
    input: text,
    mode: word<Mode>("replace", "merge"),
    dryRun: flag,
    /** The audit log's actor, or `command line`. */
    actor: text,
    /** `HOST/PID` of its process. */
    node: text,
    state: initially(word("running", "done", "failed", "stopped"), "running"),
    startedAt: integer,
    renewedAt: integer,
    endedAt: initially(orNull(integer), null),
    /** JSON of `ImportProgress`. */
    progress: initially(text, "{}"),
    /** JSON: the summary if it is done; else the error and the rejects. */
    outcome: initially(text, "{}"),
    /** The dataset that it made current; null before. */
    dataset: initially(orNull(integer), null),
  },
  derived: { stop_requested: { type: "bigint", of: () => 0 } },
});
