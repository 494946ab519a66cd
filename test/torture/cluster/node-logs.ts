import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ServiceProcess } from "../../service-process.ts";
import type { Installation } from "../installation.ts";

const lookMs = 200;

/** The log lines of all processes that the nodes had, also of ended ones. */
export class NodeLogs {
  readonly #service: Installation;
  readonly #processes = new Map<ServiceProcess, string>();
  readonly #looking: NodeJS.Timeout;

  constructor(service: Installation) {
    this.#service = service;
    this.#looking = setInterval(() => this.#look(), lookMs);
    this.#look();
  }

  /** How many calls were refused with 503, by reason. */
  refusals(): Record<string, number> {
    const sums: Record<string, number> = {};
    for (const process of this.#processes.keys())
      for (const { reason, calls } of process.events("calls are refused with 503"))
        sums[String(reason)] = (sums[String(reason)] ?? 0) + Number(calls);
    return sums;
  }

  /** Writes all lines to a new folder; returns its path. */
  keep(): string {
    const folder = mkdtempSync(join(tmpdir(), "vingate-cluster-logs-"));
    let count = 0;
    for (const [process, node] of this.#processes)
      writeFileSync(join(folder, `${node}-${count++}.log`), process.output());
    return folder;
  }

  end(): void {
    this.#look();
    clearInterval(this.#looking);
  }

  #look(): void {
    for (const [index, node] of this.#service.nodes.entries())
      if (node.runs) this.#processes.set(node.process, `node${index}`);
  }
}
