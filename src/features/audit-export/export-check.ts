import { minuteMs } from "../../base/durations.ts";
import { type Check, fault, ok, requireDatabase, warning } from "../../running/check.ts";
import { readExportState } from "./export-state.ts";
import { auditExportSettings, placeOf } from "./settings.ts";

const lagMaxMs = 10 * minuteMs;

/** Whether the audit log is delivered, and how far that is behind. */
export const auditExportCheck: Check = {
  name: "audit export",
  async run(inspected) {
    const { auditExport: target, auditExportHeaders } = auditExportSettings.of(inspected.config);
    if (!target) return ok("The audit log is not exported: VINGATE_AUDIT_EXPORT is not set");
    const state = await readExportState(requireDatabase(inspected), inspected.clock());
    const { waiting, lagMs, refused, failing } = state;
    const found = `To ${placeOf(target)}: ${waiting} entries waiting, ${refused} refused`;
    if (lagMs > lagMaxMs || (failing && failing.forMs > lagMaxMs))
      return fault(
        `${found}. The oldest has waited ${minutes(lagMs)}${failing ? `: ${withoutStop(failing.error)}` : ""}`,
        "Check VINGATE_AUDIT_EXPORT and its receiver. Until then the audit log keeps every entry.",
      );
    if (failing)
      return warning(
        `${found}. The last attempt failed: ${withoutStop(failing.error)}`,
        "It is tried again. Check the receiver if this stays.",
      );
    if (refused > 0)
      return warning(
        found,
        "See the log for: an audit entry was refused and is not exported. The audit log has these entries.",
      );
    if (Object.keys(auditExportHeaders).length > 0 && target.kind !== "otlp")
      return warning(found, "Remove VINGATE_AUDIT_EXPORT_HEADERS: only otlp+https:// sends headers.");
    return ok(found);
  },
};

const minutes = (milliseconds: number): string => `${Math.round(milliseconds / minuteMs)} min`;

const withoutStop = (text: string): string => text.replace(/\.$/, "");
