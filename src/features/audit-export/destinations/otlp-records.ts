import { buildVersion, serviceName } from "../../../base/version.ts";
import type { AuditEntryRecord } from "../../../management/system/audit.ts";
import { nanoseconds, otlpAttributes } from "../../../telemetry/traces/spans.ts";

const scopeName = "vingate.audit";
/** SeverityNumber INFO. */
const info = 9;

const resource = { "service.name": serviceName, "service.version": buildVersion };

/** Entries as OTLP's ExportLogsServiceRequest in JSON: a LogRecord for each. */
export function otlpLogsJson(entries: readonly AuditEntryRecord[], now: number): string {
  return JSON.stringify({
    resourceLogs: [
      {
        resource: { attributes: otlpAttributes(resource) },
        scopeLogs: [
          { scope: { name: scopeName }, logRecords: entries.map((entry) => logRecord(entry, now)) },
        ],
      },
    ],
  });
}

function logRecord(entry: AuditEntryRecord, now: number) {
  const { id, timestamp, actor, actor_name, action, object, object_name, object_owner } = entry;
  const { ip_address, request_id, before, after } = entry;
  const attributes: Readonly<Record<string, string | null>> = {
    "vingate.audit.id": id,
    "vingate.audit.action": action,
    "vingate.audit.actor": actor,
    "vingate.audit.actor_name": actor_name,
    "vingate.audit.object": object,
    "vingate.audit.object_name": object_name,
    "vingate.audit.object_owner": object_owner,
    "vingate.audit.before": before === null ? null : JSON.stringify(before),
    "vingate.audit.after": after === null ? null : JSON.stringify(after),
    "client.address": ip_address,
    "vingate.request_id": request_id,
  };
  const present = Object.entries(attributes).filter((pair): pair is [string, string] => pair[1] !== null);
  return {
    timeUnixNano: nanoseconds(Date.parse(timestamp)),
    observedTimeUnixNano: nanoseconds(now),
    severityNumber: info,
    severityText: "INFO",
    eventName: `vingate.audit.${action}`,
    body: { stringValue: `${actor}: ${action} ${object}` },
    attributes: otlpAttributes(Object.fromEntries(present)),
  };
}
