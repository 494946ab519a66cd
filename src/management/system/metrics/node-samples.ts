import type { Context } from "../../../calls/context.ts";
import { label, type Sample } from "../../../telemetry/metrics/families.ts";

/** What this process has in memory now. Nothing here waits, or grows with the number of customers. */
export function nodeSamples(context: Context): Sample[] {
  const { config, disk, identity, limits, metering } = context;
  const { streams, unsent } = context.responses;
  const { calls, bytes } = metering.waiting;
  const { records, credits } = metering.written;
  const { free } = disk;
  const keys = identity.keys.state;
  return [
    ["vingate_build_info", label("version", context.process.build), 1],
    ["vingate_processes", "", 1],
    ["vingate_credits_spent_total", "", credits],
    ["vingate_journal_records_total", "", records],
    ["vingate_journal_waiting_calls", "", calls],
    ["vingate_journal_waiting_bytes", "", bytes],
    ["vingate_journal_lag_seconds", "", metering.lagMs / 1000],
    ["vingate_journal_damaged", "", metering.recovered.damaged.length],
    ["vingate_journal_void_calls_total", "", metering.recovered.voided?.calls ?? 0],
    ["vingate_journal_void_bytes_total", "", metering.recovered.voided?.bytes ?? 0],
    ["vingate_lease_accounts", "", metering.accounts],
    ["vingate_rate_undecided_total", 'cause="database"', limits.rates.undecided.counts.database],
    ["vingate_rate_undecided_total", 'cause="held_by_others"', limits.rates.undecided.counts.held_by_others],
    ["vingate_cache_entries", 'cache="keys"', keys.entries],
    ["vingate_cache_hits_total", 'cache="keys"', keys.hits],
    ["vingate_cache_misses_total", 'cache="keys"', keys.misses],
    ["vingate_unsent_bytes", "", unsent.inAll],
    ["vingate_event_streams", "", streams.total],
    ...(free === undefined ? [] : [["vingate_disk_free_bytes", "", free] as const]),
    ["vingate_disk_reserve_bytes", "", config.diskReserve],
    ["vingate_database_silent_seconds", "", context.database.silentMs / 1000],
    ...logSamples(context),
  ];
}

/** What waits for ClickHouse, if it keeps single calls. */
function logSamples({ clock, config, metering }: Context): Sample[] {
  if (!metering.unlogged || !config.callSink) return [];
  const { bytes, since } = metering.unlogged;
  return [
    ["vingate_log_waiting_bytes", "", bytes],
    ["vingate_log_waiting_bytes_max", "", config.callSink.waitMax],
    ["vingate_log_lag_seconds", "", since === undefined ? 0 : Math.max(0, clock() - since) / 1000],
  ];
}
