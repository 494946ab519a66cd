import { z } from "zod";

const count = z.int();
const bytes = z.int().describe("Bytes.");
const moment = z.iso.datetime();

const Node = z.object({
  instance: z.string().describe("The process, by the id that `GET /identity` shows."),
  name: z.string().describe("Its machine and its process id."),
  role: z
    .enum(["single", "worker"])
    .describe("`worker` where several processes answer at one address, else `single`."),
  address: z.string().describe("Where it listens."),
  version: z.string().describe("The version of its program."),
  state: z.enum(["alive", "silent"]).describe("`silent` once it has not been heard for 15 s."),
  started_at: moment.describe("When it started."),
  seen_at: moment.describe("When it last said that it is alive; it does so every five seconds."),
  seconds_silent: z.number().describe("Seconds since then."),
  waiting_calls: count.describe("Calls that it has answered and the database does not have yet."),
  waiting_bytes: bytes.describe("The size of these calls in its journal."),
  leases: count.describe("Subscriptions of which it holds credits."),
  credits_held: count.describe("The credits that it holds on lease."),
  delay_ms: z.number().describe("The longest that its thread was busy at once in its last five seconds."),
  memory_bytes: bytes.describe("The memory that it uses."),
  streams: count.describe("Streams of events that are open on it."),
});

const LedgerCheck = z
  .object({
    state: z
      .enum(["running", "agree", "differ", "failed"])
      .describe("`failed` where the books could not be compared; `error` says why."),
    started_at: moment.describe("When it was started."),
    ended_at: moment.nullable().describe("When it ended; null while it runs, and where its process ended."),
    comparisons: z
      .array(
        z.object({
          check: z.string().describe("The two books that must agree."),
          subjects: z.string().describe("What has a figure in both."),
          compared: count.describe("How many of them were compared."),
          differing: count.describe("How many of them differ."),
        }),
      )
      .describe("Every comparison that was made."),
    findings: z.array(z.string()).describe("What differs, and what to do about it: the first hundred."),
    error: z.string().nullable().describe("Why it failed; null where it did not."),
  })
  .meta({ id: "LedgerCheck" });

/** The current state of the service. */
export const SystemState = z.object({
  time: moment.describe("When this was read, by the clock of the node that answers."),
  answered_by: z.string().describe("The instance that answers."),
  checks: z.record(z.string(), z.string()).describe("What `GET /health` says of the node that answers."),
  nodes: z
    .array(Node)
    .describe("Every process that answers, and those that fell silent within the last hour."),
  journal: z
    .object({
      waiting_calls: count.describe("Calls of all nodes that the database does not have yet."),
      waiting_bytes: bytes.describe("Their size."),
      waiting_bytes_max: bytes.describe("The size beyond which a node refuses calls."),
      left_behind: count.describe("Journals that are open and belong to no node that is alive."),
      damaged: z.array(z.string()).describe("Journals beside the node that answers that must be repaired."),
    })
    .describe("How far balances and reports are behind the calls."),
  leases: z
    .object({
      subscriptions: count.describe("Subscriptions of which any node holds credits."),
      credits_held: count.describe("The credits that all nodes hold on lease."),
    })
    .describe("The credits that nodes hold to spend."),
  ledger_check: LedgerCheck.nullable().describe(
    "The last comparison of the books; null where there was none.",
  ),
  disk: z
    .object({
      folder: z.string().describe("The data folder."),
      free_bytes: bytes.nullable().describe("What is free on its disk; null where the system does not say."),
      total_bytes: bytes.nullable().describe("The size of its disk; null where the system does not say."),
      reserve_bytes: bytes.describe("What VINGATE_DISK_RESERVE keeps free."),
      database_bytes: bytes.nullable().describe("The size of the database; null where it is not known."),
      journal_bytes: bytes.describe("The size of the journals in the folder."),
    })
    .describe("The disk of the node that answers."),
});

const Versions = z.object({
  program: z.string().describe("The version of the program."),
  interface: z.string().describe("The version of the management operations."),
  runtime: z.string().describe("What the program runs on."),
  database: z.string().describe("The database and its version."),
  schema: z.string().describe("The last migration of the database."),
  vin_data: z
    .object({
      source: z.string().describe("Where the decoder's data come from."),
      version: z.string().describe("Their version."),
    })
    .nullable()
    .describe("The data that VINs are decoded by; null while they are loaded."),
  datasets: z
    .array(
      z.object({
        family: z.string().describe("The family of records."),
        name: z.string().describe("The dataset that is answered from."),
        version: z.string().describe("Its version."),
        rows: count.describe("Its records."),
      }),
    )
    .describe("The records that are answered from."),
});

const Setting = z.object({
  name: z.string().describe("The environment variable."),
  summary: z.string().describe("What it does."),
  value: z.string().nullable().describe("As it was set; null where it was not, and of every secret."),
  fallback: z.string().describe("What holds where it is not set."),
  source: z
    .enum(["environment", "file", "default"])
    .describe("`file` where the variable with `_FILE` behind its name says where a secret is."),
  secret: z.boolean().describe("A secret is never shown; `source` says whether it is set."),
});

/** The whole service as its operator sees it. */
export const System = SystemState.extend({
  versions: Versions.describe("What runs here."),
  settings: z.array(Setting).describe("Every setting of the node that answers."),
}).meta({ id: "System" });

export const CheckStarted = z.object({ ledger_check: LedgerCheck.describe("The check that runs now.") });
