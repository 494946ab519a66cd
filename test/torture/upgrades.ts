import type { Database } from "../../src/database/database.ts";
import { sql } from "../../src/database/sql.ts";
import { placeTestPack } from "../vin/shared-pack.ts";
import type { Callers } from "./callers.ts";
import { openComparisons } from "./consistency.ts";
import type { Installation } from "./installation.ts";
import { checkOut, type Release } from "./release.ts";
import { type ScenarioReport, suffer } from "./scenario.ts";

const applyMaxMs = 10_000;

/**
 * Upgrades the nodes of a released version one after another while they are called. Between two upgrades, nodes of
 * both versions serve for `mixedMs`.
 */
export async function sufferUpgrade(
  release: Release,
  nodes: number,
  mixedMs: number,
): Promise<ScenarioReport> {
  const { program, remove } = await checkOut(release);
  try {
    const plan = { dialect: "postgres", nodes, program, perSecond: 600, hangMs: 10_000 } as const;
    const report = await suffer(plan, (service, callers) => upgrade(service, callers, mixedMs));
    const longest = Number(report.figures["longest time without applying, ms"]);
    const late = longest > applyMaxMs ? [`a node applied nothing for ${longest} ms`] : [];
    return { ...report, broken: [...report.broken, ...late] };
  } finally {
    remove();
  }
}

async function upgrade(
  service: Installation,
  callers: Callers,
  mixedMs: number,
): Promise<ScenarioReport["figures"]> {
  await using db = await openComparisons(service);
  const applying = new Applying(db);
  try {
    await Bun.sleep(mixedMs / 2);
    for (const node of service.nodes) {
      await node.end("SIGTERM");
      node.program = undefined;
      // The former version compiled its own.
      await placeTestPack(node.dataDir);
      await node.start();
      await Bun.sleep(mixedMs);
    }
  } finally {
    await applying.end();
  }
  const faults = service.nodes.flatMap((node) => node.process.events("cannot apply journal"));
  const statuses: Record<string, number> = {};
  for (const { status } of callers.answers) statuses[status] = (statuses[status] ?? 0) + 1;
  return {
    nodes: service.nodes.length,
    answers: JSON.stringify(statuses),
    "connections refused while a node was restarted": callers.refused,
    "longest time without applying, ms": applying.longestMs,
    "answers of a journal that could not be applied": faults.length,
  };
}

/** Watches the open journals. Once a journal has calls, it has more every second, so that it applies some. */
class Applying {
  readonly #db: Database;
  readonly #seen = new Map<string, { readonly seq: number; readonly at: number }>();
  readonly #timer: Timer;
  /** The longest time in which a journal with calls applied none. */
  longestMs = 0;
  #looking: Promise<void> = Promise.resolve();

  constructor(db: Database) {
    this.#db = db;
    this.#timer = setInterval(() => {
      this.#looking = this.#looking.then(() => this.#look());
    }, 250);
  }

  async end(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
  }

  async #look(): Promise<void> {
    const rows = await this.#db.all<{ journal_id: string; applied_seq: number }>(
      sql`select journal_id, applied_seq from journal where state = 'open'`,
    );
    const now = performance.now();
    for (const { journal_id: id, applied_seq: seq } of rows) {
      const seen = this.#seen.get(id);
      // A node that starts is not called yet.
      if (seen && seq > 0) this.longestMs = Math.round(Math.max(this.longestMs, now - seen.at));
      if (seen?.seq !== seq) this.#seen.set(id, { seq, at: now });
    }
    for (const id of this.#seen.keys()) if (!rows.some((row) => row.journal_id === id)) this.#seen.delete(id);
  }
}
