import { databaseClock } from "../../../database/clock.ts";
import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import type { CheckResult } from "../../../running/check.ts";
import type { InboxItem, ItemOfCheck } from "../../../running/inbox-item.ts";
import { aliveMs } from "../node-heartbeat.ts";

/** An item, and the machine that has found it; null if it is of the whole installation. */
export interface FoundItem extends InboxItem {
  readonly node: string | null;
}

interface Reported {
  readonly host: string;
  readonly results: readonly CheckResult[];
}

/** What the doctor found last on the nodes that are alive. `isComplete`: each has run it. */
export async function nodeItems(
  db: Queries,
): Promise<{ readonly items: readonly FoundItem[]; readonly isComplete: boolean }> {
  const rows = await db.all<{ name: string; findings: string | null }>(sql`
    select name, findings from node where ${databaseClock(db)} - seen_at < ${aliveMs} order by name`);
  const reported = rows.flatMap(({ name, findings }): Reported[] =>
    findings === null
      ? []
      : [{ host: name.split("/")[0]!, results: JSON.parse(findings) as readonly CheckResult[] }],
  );
  const hosts = new Set(rows.map(({ name }) => name.split("/")[0]!));
  // Processes of one machine find the same, and one row is enough.
  const byPlace = new Map<string, { result: CheckResult; host: string }>();
  for (const { host, results } of reported)
    for (const result of results) byPlace.set(`${result.name}@${host}`, { result, host });
  const byFinding = Map.groupBy(byPlace.values(), ({ result }) => `${result.name}: ${result.found}`);
  const items = [...byFinding.values()].map((same) => {
    const { result, host } = same[0]!;
    return itemOf(result, same.length === hosts.size ? null : host);
  });
  return { items, isComplete: rows.length > 0 && reported.length === rows.length };
}

function itemOf({ name, state, found, advice, item }: CheckResult, node: string | null): FoundItem {
  const ofCheck: ItemOfCheck = {
    kind: "check",
    code: "check",
    values: { check: name },
    ...(state === "fault" && { harm: "risk" }),
  };
  const { kind, ...shown } = item ?? ofCheck;
  const place = node === null ? "" : `.${node.replaceAll(/[^A-Za-z0-9._~-]/g, "-")}`;
  return {
    found: `${name[0]!.toUpperCase()}${name.slice(1)}: ${found}`,
    consequence: advice ?? "",
    ...shown,
    id: `${kind}.${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}${place}`,
    kind,
    permission: "service.view",
    action: { code: "open_check", object: "/system/checks" },
    node,
  };
}
