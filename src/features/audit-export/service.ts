import type { Service } from "../../feature.ts";
import { keepsAuditFrom } from "../../running/call-ports.ts";
import { AuditExports } from "./audit-exports.ts";
import { openDestination } from "./destinations/open-destination.ts";
import { auditExportCheck } from "./export-check.ts";
import { exportRestoring } from "./sending/export-rows.ts";
import { Exporter } from "./sending/exporter.ts";
import { auditExportSettings, placeOf } from "./settings.ts";

export const service: Service = {
  checks: [auditExportCheck],
  restoring: exportRestoring,
  provides: [keepsAuditFrom],
  open(context) {
    const { auditExport: target } = auditExportSettings.of(context.config);
    const exporter = target && new Exporter(context, openDestination(context, target), placeOf(target));
    return new AuditExports(context, exporter);
  },
};
