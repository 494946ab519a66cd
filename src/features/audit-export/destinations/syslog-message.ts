import type { AuditEntryRecord } from "../../../management/system/audit.ts";
import { entryJson } from "./destination.ts";

/** Facility 13, log audit, and severity 5, notice: RFC 5424, 6.2.1. */
const priority = 13 * 8 + 5;
const appName = "vingate";
/** The enterprise number for examples (RFC 5612): the project has none of its own. */
const dataId = "audit@32473";
const messageIdMax = 32;
const hostNameMax = 255;
const byteOrderMark = "\ufeff";

/** An entry as a message of RFC 5424. Its text is the entry as JSON. */
export function syslogMessage(entry: AuditEntryRecord, host: string): string {
  const parameters: readonly (readonly [string, string | null])[] = [
    ["id", entry.id],
    ["action", entry.action],
    ["actor", entry.actor],
    ["object", entry.object],
    ["account", accountOf(entry)],
    ["ip", entry.ip_address],
    ["requestId", entry.request_id],
  ];
  const data = parameters
    .filter((pair): pair is [string, string] => pair[1] !== null)
    .map(([name, value]) => ` ${name}="${escaped(value)}"`)
    .join("");
  const header = `<${priority}>1 ${entry.timestamp} ${printable(host, hostNameMax)} ${appName} -`;
  return `${header} ${printable(entry.action, messageIdMax)} [${dataId}${data}] ${byteOrderMark}${entryJson(entry)}`;
}

/** The messages of RFC 6587's octet counting, as they are on the wire. */
export function octetCounted(messages: readonly string[]): Buffer {
  return Buffer.from(messages.map((message) => `${Buffer.byteLength(message)} ${message}`).join(""));
}

/** The account that an entry is about: the owner of its object, or the object itself. */
function accountOf({ object, object_owner }: AuditEntryRecord): string | null {
  return object_owner ?? /^\/users\/[^/]+/.exec(object)?.[0] ?? null;
}

/** A value of structured data. Control characters become U+FFFD; the text has them escaped. */
function escaped(value: string): string {
  return value
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u2028\u2029]/gu, "\ufffd")
    .replaceAll(/["\\\]]/g, "\\$&");
}

/** A field of the header: printable ASCII without spaces, `-` if there is none. */
function printable(text: string, most: number): string {
  return text.replaceAll(/[^!-~]/g, "?").slice(0, most) || "-";
}
