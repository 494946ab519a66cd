import type { Feature } from "../../feature.ts";
import { auditExportTables } from "./export-schema.ts";
import { auditExportSettings } from "./settings.ts";

/** The audit log, delivered to a file, a syslog server or an OpenTelemetry collector. */
export const auditExport: Feature = {
  name: "audit-export",
  migrations: [auditExportTables],
  settings: auditExportSettings,
  async load() {
    const { service } = await import("./service.ts");
    return service;
  },
};
