import { z } from "zod";
import { Backups } from "./backup-state.ts";
import { HeldRecord } from "./resume.ts";

const count = z.int();
const bytes = z.int().describe("Bytes.");
const moment = z.iso.datetime();

const Node = z.object({
  instance: z.string().describe("The process's ID, as in `GET /identity`."),
  name: z.string().describe("The host and the process ID."),
  role: z
    .enum(["single", "worker"])
    .describe("`worker` if several processes share one address, else `single`."),
  address: z.string().describe("The address that it listens on."),
  version: z.string().describe("The version of its program."),
  state: z.enum(["alive", "silent"]).describe("`silent` after 15 s without a heartbeat."),
  started_at: moment.describe("When it started."),
  seen_at: moment.describe(
    "The time of its last heartbeat, by the database's clock. It sends one every five seconds.",
  ),
  seconds_silent: z.number().describe("Seconds since the last heartbeat."),
  waiting_calls: count.describe("Calls that are not yet applied to the database."),
  waiting_bytes: bytes.describe("The size of these calls in its journal."),
  leases: count.describe("Subscriptions that it reserves credits of."),
  credits_held: count.describe("The credits that it reserves."),
  delay_ms: z
    .number()
    .describe("The longest time that its thread was busy without a break, within the last five seconds."),
  memory_bytes: bytes.describe("The memory that it uses."),
  streams: count.describe("Its open event streams."),
  clock_skew_ms: z
    .int()
    .nullable()
    .describe(
      "How far its clock is ahead of the database's, in milliseconds; negative if behind, null if unknown.",
    ),
});

const LedgerCheck = z
  .object({
    state: z
      .enum(["running", "agree", "differ", "failed"])
      .describe("`failed` if the check could not run; `error` gives the reason."),
    started_at: moment.describe("When the check started."),
    ended_at: moment.nullable().describe("When it ended; null while it runs, and if its process ended."),
    comparisons: z
      .array(
        z.object({
          check: z.string().describe("The two values that must be equal."),
          subjects: z.string().describe("What has both values."),
          compared: count.describe("The number of pairs compared."),
          differing: count.describe("The number of pairs that differ."),
        }),
      )
      .describe("All comparisons of the check."),
    findings: z.array(z.string()).describe("The mismatches and what to do about them; at most a hundred."),
    error: z.string().nullable().describe("The reason for the failure; null if the check did not fail."),
  })
  .meta({ id: "LedgerCheck" });

/** What ClickHouse lacks. */
export const SingleCalls = z
  .object({
    waiting_calls: count.describe("Calls in the data folder that are charged and not yet in ClickHouse."),
    waiting_bytes: bytes.describe("Their size in the journals."),
    waiting_bytes_max: bytes.describe("The size above which calls are refused."),
    waiting_since: moment
      .nullable()
      .describe("The time of the oldest; null if it is unknown or there is none."),
  })
  .nullable()
  .describe("Calls that wait for ClickHouse; null if the database keeps single calls.");

/** The current state of the service. */
export const SystemState = z.object({
  time: moment.describe("The time of reading, by the clock of the responding node."),
  answered_by: z.string().describe("The responding instance."),
  checks: z.record(z.string(), z.string()).describe("The checks of `GET /health` on the responding node."),
  nodes: z
    .array(Node)
    .describe("Every process that is alive, and those that became silent within the last hour."),
  journal: z
    .object({
      waiting_calls: count.describe("Calls of all nodes that are not yet applied to the database."),
      waiting_bytes: bytes.describe("Their size."),
      waiting_bytes_max: bytes.describe("The size above which a node refuses calls."),
      left_behind: count.describe("Open journals without a node that is alive."),
      damaged: z.array(z.string()).describe("Journals on the responding node that need repair."),
    })
    .describe("The delay of balances and reports behind the calls."),
  single_calls: SingleCalls,
  leases: z
    .object({
      subscriptions: count.describe("Subscriptions that any node reserves credits of."),
      credits_held: count.describe("The credits that all nodes reserve."),
    })
    .describe("The credits that nodes reserve."),
  ledger_check: LedgerCheck.nullable().describe("The last consistency check; null if there was none."),
  disk: z
    .object({
      folder: z.string().describe("The data folder."),
      free_bytes: bytes.nullable().describe("The free space of its disk; null if unknown."),
      total_bytes: bytes.nullable().describe("The size of its disk; null if unknown."),
      reserve_bytes: bytes.describe("The space that VINGATE_DISK_RESERVE keeps free."),
      database_bytes: bytes.nullable().describe("The size of the database; null if unknown."),
      journal_bytes: bytes.describe("The size of the journals in the folder."),
    })
    .describe("The disk of the responding node."),
  backups: Backups.describe("Scheduled backups, and the last backup."),
  held: HeldRecord.nullable().describe(
    "What was found when the database went back, until an operator resumes the service; null if nothing is held.",
  ),
  connections: z
    .object({
      used: count.describe("The open connections of all nodes."),
      needed: count.describe(
        "What the nodes that are alive can open, with imports and the consistency check.",
      ),
      allowed: count.describe("What the server leaves to this service."),
    })
    .nullable()
    .describe("The connections to PostgreSQL; null with SQLite or a pooler."),
});

const Versions = z.object({
  program: z.string().describe("The version of the program."),
  interface: z.string().describe("The version of the management operations."),
  runtime: z.string().describe("The runtime and its version."),
  database: z.string().describe("The database and its version."),
  schema: z.string().describe("The database's last migration."),
  vin_data: z
    .object({
      source: z.string().describe("The source of the decoder's data."),
      version: z.string().describe("Their version."),
      complete: z.boolean().describe("Whether they are the whole vPIC; the packaged data are reduced."),
      age_days: count
        .nullable()
        .describe("Days since the first day of their month; null if their version names none."),
      outdated: z
        .boolean()
        .describe(
          "Whether they are older than 60 days, so that new models are missing. `vingate import vpic` gets NHTSA's newest.",
        ),
    })
    .nullable()
    .describe("The data for VIN decoding; null while they are loaded."),
  datasets: z
    .array(
      z.object({
        family: z.string().describe("The record family."),
        name: z.string().describe("The current dataset's name."),
        version: z.string().describe("Its version."),
        rows: count.describe("The number of its records."),
      }),
    )
    .describe("The current records."),
});

const Setting = z.object({
  name: z.string().describe("The environment variable."),
  summary: z.string().describe("What it does."),
  value: z.string().nullable().describe("The value that is set; null if none is set, and for every secret."),
  fallback: z.string().describe("The default value."),
  source: z
    .enum(["environment", "file", "default"])
    .describe("`file` if the variable with `_FILE` appended to its name gives the file of a secret."),
  secret: z.boolean().describe("A secret's value is never shown; `source` shows whether it is set."),
});

/** The whole service as its operator sees it. */
export const System = SystemState.extend({
  versions: Versions.describe("The versions of the running program."),
  settings: z.array(Setting).describe("Every setting of the responding node."),
}).meta({ id: "System" });

export const CheckStarted = z.object({ ledger_check: LedgerCheck.describe("The running check.") });
