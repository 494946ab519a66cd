import { z } from "zod";
import { isoTime } from "../../../base/clock.ts";
import { shownAs, wireOf } from "../../../entities/wire.ts";
import type { ImportSummary } from "../jobs/import-plan.ts";
import type { ImportRun } from "../jobs/import-run.ts";
import { paceOf } from "../jobs/pace.ts";
import type { ImportProgress } from "../jobs/runs.ts";
import { Counts } from "./shown-changes.ts";
import { Preview } from "./shown-preview.ts";

const count = z.int().nonnegative();
const reasons = z.record(z.string(), z.int());

const Reject = z
  .object({
    line: z.int().describe("The line of the input, from 1; a CSV file's header is line 1."),
    column: z.string().describe("The column; empty if the whole row is invalid."),
    value: z.string().describe("The first characters of the value."),
    reason: z.string().describe("Why the row was rejected; follows the column's name."),
  })
  .meta({ id: "ImportReject" });

const Progress = z
  .object({
    stage: z
      .enum(["receive", "wait", "read", "compile", "keep", "verify", "compare", "fit", "swap"])
      .describe(
        "The current stage. `wait` lasts while two other imports run; `compile` is of the decoder's data; the last one, `swap`, makes the records current.",
      ),
    bytes: count.describe("Bytes of the input received or read so far."),
    bytes_total: count.nullable().describe("Bytes of the input; null if unknown."),
    rows: count.describe("Rows read so far."),
    rejects: count.describe("Rows rejected so far."),
    rows_per_second: count.describe("Rows read per second."),
    seconds_left: count.nullable().describe("Seconds left at that rate; null if unknown."),
  })
  .meta({ id: "ImportProgress" });

const Summary = z
  .object({
    name: z.string().describe("The dataset's name in responses."),
    version: z.string().describe("The dataset's version in responses."),
    rows: count.describe("Records of the dataset."),
    rows_read: count.describe("Rows of the input."),
    rows_accepted: count.describe("Rows of the input that became records."),
    rows_kept: count.describe("In `merge`, records whose keys are not in the input."),
    passed_over: reasons.describe("Rows without use for the family, by reason."),
    doubtful: reasons.describe("Warnings on accepted rows, by reason."),
    input_sha256: z.string().describe("SHA-256 of the file as it was sent."),
    rows_checksum: z.string().describe("The xxHash64 of the accepted rows, 16 hexadecimal digits."),
    seconds: z.number().describe("Seconds from the received file to the end."),
    changes: Counts.describe("Changes since the previous dataset; see also `GET /datasets/{family}/diff`."),
  })
  .meta({ id: "ImportSummary" });

const CallComparison = z
  .object({
    vins: count.describe("Distinct VINs of calls of the last seven days; at most 100,000."),
    bounded: z
      .boolean()
      .describe(
        "Whether there were more VINs, or more than 1,000,000 calls, of which the newest are compared.",
      ),
    same: count.describe("VINs with the same year, make and model."),
    changed: count.describe("Those with another year, make or model."),
    found: count.describe("Those with a make or model that had none."),
    lost: count.describe("Those with none that had one."),
    examples: z
      .array(
        z.object({
          vin: z.string().describe("The first eleven characters, which many vehicles share."),
          before: z.string().describe("Year, make and model by the data in use; empty if there are none."),
          after: z.string().describe("The same by the new data."),
        }),
      )
      .describe("At most ten that differ: lost ones first, then changed ones."),
  })
  .meta({ id: "VinDataCalls" });

const VinSummary = z
  .object({
    version: z.string().describe("The month of the data."),
    sampled: count.describe("VINs compared with the data in use."),
    changed: count.describe("Those with another model."),
    lost: count.describe("Those without one."),
    calls: CallComparison.optional().describe(
      "The VINs of the last week's calls, decoded by the data in use and by the new ones. Absent if there were no data.",
    ),
    input_sha256: z.string().describe("SHA-256 of the file."),
  })
  .meta({ id: "VinDataSummary" });

/** An import as operators see it. */
export const Import = z
  .object({
    id: z.string().describe("The import's id."),
    family: z.string().describe("The family of records, or `vpic`."),
    source: z.string().describe("The imported source, or `rollback`, `erase` or `demo`."),
    input: z.string().describe("The name of the file or archive member."),
    mode: z.enum(["replace", "merge"]).describe("`merge` keeps records whose keys are not in the input."),
    dry_run: z.boolean().describe("Whether everything was verified and nothing changed."),
    state: z
      .enum(["running", "done", "failed", "stopped"])
      .describe(
        "`done` changed the dataset, unless it was a dry run; `failed` and `stopped` changed nothing.",
      ),
    actor: z.string().describe("Who started it: `operator`, `/users/{id}` or `command line`."),
    node: z.string().describe("The host and process that it runs in."),
    started_at: z.iso.datetime().describe("When it started."),
    ended_at: z.iso.datetime().nullable().describe("When it ended; null while it runs."),
    progress: Progress.nullable().describe("Progress; null before the first step."),
    error: z.string().nullable().describe("Why it failed or was stopped; else null."),
    rejects: z
      .object({
        rows: count.describe("Rejected rows."),
        by_reason: reasons.describe("Count by reason, the most frequent first."),
        first: z.array(Reject).describe("The first twenty of them."),
      })
      .nullable()
      .describe("The rejected rows; null until it has ended."),
    summary: Summary.nullable().describe("The result; null unless it is `done`."),
    mapping: z
      .object({
        name: z.string().nullable().describe("The name of a ready-made mapping; else null."),
        text: z.string().describe("Its text as it was sent; of a ready-made one as JSON."),
        sha256: z.string().describe("SHA-256 of the text."),
      })
      .optional()
      .describe("The mapping of the import; absent if it had none."),
    preview: Preview.nullable().describe(
      "What a dry run shows of the file, as far as it was read. Null in lists, for other imports, and while it runs.",
    ),
    vin_data: VinSummary.optional().describe("The result of an import of `vpic`."),
  })
  .meta({ id: "Import" });

/** The outcome in an import's row; a failed import has the error and the rejects. */
export type Outcome = Partial<ImportSummary> & {
  readonly error?: string;
  readonly vin_data?: z.output<typeof VinSummary>;
};

export const outcomeOf = ({ outcome }: ImportRun): Outcome => JSON.parse(outcome) as Outcome;

/** An import without its preview, which is large. */
export const listedImport = (run: ImportRun): z.output<typeof Import> => ({
  ...shownImport(run),
  preview: null,
});

export function shownImport(run: ImportRun): z.output<typeof Import> {
  const outcome = outcomeOf(run);
  return shownAs(Import, {
    ...wireOf(run),
    started_at: isoTime(run.startedAt),
    ended_at: isoTime(run.endedAt),
    progress: shownProgress(run),
    error: outcome.error ?? null,
    rejects: shownRejects(outcome),
    summary: run.state === "done" && outcome.changes ? Summary.parse(outcome) : null,
    mapping: outcome.mapping,
    preview: outcome.preview ? Preview.parse(outcome.preview) : null,
    vin_data: outcome.vin_data,
  });
}

/** Progress of an import; null before its first step. */
export function shownProgress({ progress }: ImportRun): z.output<typeof Progress> | null {
  const step = JSON.parse(progress) as Partial<ImportProgress>;
  if (step.stage === undefined) return null;
  const { stage, done, total, rows, rejected } = step as ImportProgress;
  const { rowsPerSecond, secondsLeft = null } = paceOf(step as ImportProgress);
  return {
    stage,
    bytes: done,
    bytes_total: total,
    rows,
    rejects: rejected,
    rows_per_second: rowsPerSecond,
    seconds_left: secondsLeft,
  };
}

function shownRejects({ rows_rejected, rejected = {}, first_rejects = [] }: Outcome) {
  if (rows_rejected === undefined) return null;
  return { rows: rows_rejected, by_reason: rejected, first: [...first_rejects] };
}
