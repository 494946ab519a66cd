/** What a metric is, and how the values of several processes become one. */
export interface Family {
  readonly type: "counter" | "gauge" | "histogram" | "summary";
  readonly help: string;
  /** `sum` if absent. */
  readonly merge?: "min" | "max";
}

const counter = (help: string): Family => ({ type: "counter", help });
const gauge = (help: string, merge?: "min" | "max"): Family => ({
  type: "gauge",
  help,
  ...(merge && { merge }),
});
const histogram = (help: string): Family => ({ type: "histogram", help });
const summary = (help: string): Family => ({ type: "summary", help });

/** Every metric, in the order of the text. No label names a customer, so that their number has a bound. */
export const families = {
  vingate_build_info: gauge("1 with the version of the program.", "max"),
  vingate_processes: gauge("Processes that serve this port."),
  vingate_requests_total: counter("Responses by operation and class of status."),
  vingate_request_seconds: histogram("Time until a response was made, by group of operations."),
  vingate_response_bytes_total: counter("Bytes of bodies before compression, by group and class of status."),
  vingate_errors_total: counter("Error responses by code."),
  vingate_calls_total: counter("Metered calls by class of status, lines of batches included."),
  vingate_credits_spent_total: counter("Credits charged for calls."),
  vingate_journal_records_total: counter("Calls written to the journal."),
  vingate_journal_waiting_calls: gauge("Calls that are not yet applied to the database."),
  vingate_journal_waiting_bytes: gauge("The size of these calls."),
  vingate_journal_lag_seconds: gauge("Age of the oldest call that is not applied.", "max"),
  vingate_journal_void_calls_total: counter("Calls that the disk did not have when the power failed."),
  vingate_journal_void_bytes_total: counter(
    "Bytes that were cut from journals without a whole call in them.",
  ),
  vingate_journal_damaged: gauge("Journals that need repair.", "max"),
  vingate_log_waiting_calls: gauge("Calls that are applied and not yet in ClickHouse.", "max"),
  vingate_log_waiting_bytes: gauge("The size of those in the data folder.", "max"),
  vingate_log_waiting_bytes_max: gauge("The size above which calls are refused.", "max"),
  vingate_log_lag_seconds: gauge("Age of the oldest call that ClickHouse lacks.", "max"),
  vingate_lease_accounts: gauge("Subscriptions whose credits a process keeps in memory."),
  vingate_store_seconds: summary("Time of the metering store's calls, leases and folds among them."),
  vingate_store_failures_total: counter("Calls of the metering store that failed."),
  vingate_rate_undecided_total: counter("Calls that got 503 at a rate limit, by cause."),
  vingate_upstream_seconds: summary("Time until an upstream's headers came, by API."),
  vingate_upstream_failures_total: counter("Requests that an upstream failed, by API."),
  vingate_upstream_misfits_total: counter("Answers of an upstream that do not fit, by API and source."),
  vingate_upstream_under_way: gauge("Requests to an upstream that are under way, by API."),
  vingate_upstream_breaker_open: gauge(
    "Processes that refuse the calls of an API because its upstream fails.",
  ),
  vingate_cache_entries: gauge("Entries of a cache."),
  vingate_cache_bytes: gauge("Bytes of a cache."),
  vingate_cache_hits_total: counter("Requests that a cache answered."),
  vingate_cache_misses_total: counter("Requests that a cache could not answer."),
  vingate_unsent_bytes: gauge("Bytes of responses that clients have not taken."),
  vingate_event_streams: gauge("Open event streams."),
  vingate_thread_delay_seconds: gauge(
    "Longest time that a thread was busy, in its last five seconds.",
    "max",
  ),
  vingate_trace_spans_total: counter("Spans by what became of them: sent, dropped."),
  vingate_healthy: gauge("1 if a check of /health is ok, by check.", "min"),
  vingate_disk_free_bytes: gauge("Free space of the data folder's disk.", "min"),
  vingate_disk_reserve_bytes: gauge("The space that VINGATE_DISK_RESERVE keeps free.", "max"),
  vingate_database_silent_seconds: gauge(
    "How long the database has answered nothing although it should.",
    "max",
  ),
  vingate_database_connections: gauge("Connections of all nodes to PostgreSQL, by what they do.", "max"),
  vingate_database_connections_max: gauge("Connections that PostgreSQL accepts.", "max"),
  vingate_nodes: gauge("Processes of all machines that are alive.", "max"),
  vingate_imports_running: gauge("Imports that are running.", "max"),
  vingate_dataset_records: gauge("Records of a family's current dataset.", "max"),
  vingate_dataset_timestamp_seconds: gauge("When a family's current dataset was imported.", "max"),
  vingate_webhook_attempts_total: counter("Requests to webhooks by what became of them."),
  vingate_payment_events_total: counter(
    "Events of the payment provider by outcome: applied, known, unmatched, unknown, refused.",
  ),
  vingate_payment_provider_problem: gauge(
    "1 for what an operator must change at the payment provider.",
    "max",
  ),
  vingate_webhook_late_seconds: gauge("How long the oldest event that is due has waited.", "max"),
  vingate_webhooks: gauge("Webhooks by state.", "max"),
  vingate_mail_attempts_total: counter("Mails that were handed to the server, by what became of them."),
  vingate_mail_waiting: gauge("Mails that are to be sent, deferred ones included.", "max"),
  vingate_mail_late_seconds: gauge("How long the oldest mail that is due has waited.", "max"),
  vingate_audit_export_entries_total: counter("Audit entries that were exported, by result: sent, refused."),
  vingate_audit_export_failures_total: counter("Attempts to export audit entries that failed."),
  vingate_audit_export_waiting: gauge("Audit entries that are not exported yet.", "max"),
  vingate_audit_export_lag_seconds: gauge("Age of the oldest audit entry that is not exported.", "max"),
  vingate_check_state: gauge("What a check of the doctor found: 0 ok, 1 warning, 2 fault.", "max"),
  vingate_backup_timestamp_seconds: gauge("The moment of the last good backup.", "max"),
  vingate_backup_failed: gauge("1 if the last scheduled backup was not made.", "max"),
  vingate_backup_drill_timestamp_seconds: gauge(
    "When a backup was last restored to try it, and agreed.",
    "max",
  ),
  vingate_backup_drill_failed: gauge("1 if the last backup that was tried could not be restored.", "max"),
  process_cpu_seconds_total: counter("CPU time of all processes."),
  process_resident_memory_bytes: gauge("Memory of all processes."),
  process_start_time_seconds: gauge("When the oldest process started.", "min"),
} as const satisfies Record<string, Family>;

export type FamilyName = keyof typeof families;

/**
 * A value of a metric: labels as they are written, without braces. A histogram's value is its buckets and the sum; a
 * summary's is the sum and the count.
 */
export type Sample = readonly [name: FamilyName, labels: string, value: number | ArrayLike<number>];

/** One label as it is written. */
export function label(name: string, value: string): string {
  return `${name}="${value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n")}"`;
}
