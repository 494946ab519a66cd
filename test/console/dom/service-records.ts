import type { Schemas } from "../../../console/src/api/client.ts";
import type { Dataset, Import } from "../../../console/src/api/datasets.ts";
import type { LedgerCheck, System, SystemNode } from "../../../console/src/api/system.ts";

// Complete records of datasets, imports and the state of the service.

export const dataset = (more: Partial<Dataset> = {}): Dataset => ({
  family: "auction",
  state: "current",
  name: "own",
  version: "2026-11",
  source: "auctions.csv",
  licence: "CC0",
  rows: 1500,
  checksum: "c0ffee",
  loaded_at: "2026-11-20T10:00:00Z",
  age_days: 1,
  actor: "/users/op",
  import: "imp-1",
  rejects: null,
  doubtful: null,
  changes: null,
  ...more,
});

export const importRecord = (more: Partial<Import> = {}): Import => ({
  id: "imp-1",
  family: "auction",
  source: "auctions.csv",
  input: "upload",
  mode: "replace",
  dry_run: false,
  state: "done",
  actor: "/users/op",
  node: "node-1",
  started_at: "2026-11-21T10:00:00Z",
  ended_at: "2026-11-21T10:01:00Z",
  progress: null,
  error: null,
  rejects: null,
  summary: null,
  ...more,
});

export const importSummary = (more: Partial<Schemas["ImportSummary"]> = {}): Schemas["ImportSummary"] => ({
  name: "own",
  version: "2026-11",
  rows: 1500,
  rows_read: 1510,
  rows_accepted: 1500,
  rows_kept: 0,
  passed_over: {},
  doubtful: {},
  input_sha256: "a",
  rows_checksum: "b",
  seconds: 2,
  changes: { added: 20, removed: 5, changed: 1 },
  ...more,
});

export const ledgerCheck = (more: Partial<LedgerCheck> = {}): LedgerCheck => ({
  state: "agree",
  started_at: "2026-11-21T20:00:00.000Z",
  ended_at: "2026-11-21T20:00:01.500Z",
  comparisons: [{ check: "balances", subjects: "subscriptions", compared: 1200, differing: 0 }],
  findings: [],
  error: null,
  ...more,
});

export const systemNode = (more: Partial<SystemNode> = {}): SystemNode => ({
  instance: "i1",
  name: "node-1",
  role: "single",
  address: "127.0.0.1:8080",
  version: "1.2.3",
  state: "alive",
  started_at: "2026-11-21T10:00:00Z",
  seen_at: "2026-11-21T21:20:05Z",
  seconds_silent: 0.4,
  waiting_calls: 0,
  waiting_bytes: 0,
  leases: 1,
  credits_held: 50,
  delay_ms: 2.5,
  memory_bytes: 120_000_000,
  streams: 1,
  clock_skew_ms: 3,
  ...more,
});

export const systemState = (more: Partial<System> = {}): System => ({
  time: "2026-11-21T21:20:05.000Z",
  answered_by: "i1",
  checks: { database: "ok", disk: "ok" },
  nodes: [systemNode()],
  journal: { waiting_calls: 0, waiting_bytes: 0, waiting_bytes_max: 64_000_000, left_behind: 0, damaged: [] },
  single_calls: null,
  leases: { subscriptions: 1, credits_held: 50 },
  ledger_check: null,
  disk: {
    folder: "/data",
    free_bytes: 250_000_000_000,
    total_bytes: 1_000_000_000_000,
    reserve_bytes: 100_000_000,
    database_bytes: 5_000_000,
    journal_bytes: 2000,
  },
  backups: {
    state: "off",
    folder: null,
    every_hours: 24,
    keep: 7,
    last: null,
    drill: null,
    drill_error: null,
    error: null,
  },
  held: null,
  connections: null,
  versions: {
    program: "1.2.3",
    interface: "1.0",
    runtime: "Bun 1.4.5",
    database: "SQLite 3.50",
    schema: "3",
    vin_data: { source: "vPIC", version: "2026-10" },
    datasets: [],
  },
  settings: [],
  ...more,
});
