import { auditKeptFrom } from "../../access/audit.ts";
import { isoTime } from "../../base/clock.ts";
import { dayMs } from "../../base/durations.ts";
import type { Context } from "../../calls/context.ts";
import { keepsAuditFrom } from "../../running/call-ports.ts";
import type { Opened } from "../../running/opened.ts";
import { give } from "../../running/ports.ts";
import type { Sample } from "../../telemetry/metrics/families.ts";
import { readExportState } from "./export-state.ts";
import { oldestWaiting } from "./sending/export-rows.ts";
import type { Exporter } from "./sending/exporter.ts";

const loggedEveryMs = dayMs;

/** The export of the audit log, if the settings name a receiver. */
export class AuditExports implements Opened {
  readonly exporter: Exporter | undefined;
  readonly gives = new Map([give(keepsAuditFrom, () => this.#keepsFrom())]);
  readonly #context: Context;
  #loggedAt = Number.NEGATIVE_INFINITY;

  constructor(context: Context, exporter: Exporter | undefined) {
    this.#context = context;
    this.exporter = exporter;
  }

  start(): void {
    this.exporter?.start();
  }

  samples(): Sample[] {
    if (!this.exporter) return [];
    const { sent, refused, failures } = this.exporter.counts;
    return [
      ["vingate_audit_export_entries_total", 'result="sent"', sent],
      ["vingate_audit_export_entries_total", 'result="refused"', refused],
      ["vingate_audit_export_failures_total", "", failures],
    ];
  }

  async sharedSamples(): Promise<Sample[]> {
    if (!this.exporter) return [];
    const { waiting, lagMs } = await readExportState(this.#context.database, this.#context.clock());
    return [
      ["vingate_audit_export_waiting", "", waiting],
      ["vingate_audit_export_lag_seconds", "", lagMs / 1000],
    ];
  }

  /** What is not exported is not removed. */
  async #keepsFrom(): Promise<number | undefined> {
    if (!this.exporter) return undefined;
    const { database, clock, log } = this.#context;
    const oldest = await oldestWaiting(database);
    const now = clock();
    if (oldest !== undefined && oldest < auditKeptFrom(now) && now - this.#loggedAt >= loggedEveryMs) {
      this.#loggedAt = now;
      log.warn("audit entries are kept beyond their time, because they are not exported", {
        oldest: isoTime(oldest),
      });
    }
    return oldest;
  }

  async close(): Promise<void> {
    await this.exporter?.close();
  }
}
