import { databaseClock, readClockSkew } from "../../../database/clock.ts";
import { knownDamage } from "../../../database/damage.ts";
import { sql } from "../../../database/sql.ts";
import { countOf } from "../../../entities/list.ts";
import { isLoopback } from "../../../http/client-address.ts";
import { type Check, fault, ok, requireDatabase, warning } from "../../../running/check.ts";
import { readConnections } from "../connections.ts";
import { aliveMs, clockSkewMaxMs, listNodeClocks } from "../node-heartbeat.ts";

const postgresLeast = 15;

/** Whether the database can be used, its version and its schema. */
export const databaseCheck: Check = {
  name: "database",
  async run({ database: db, databaseFinding, config }) {
    if (!db)
      return databaseFinding ?? fault("It cannot be used", "Correct VINGATE_DATABASE_URL, or start it.");
    const damage = await knownDamage(db);
    if (damage !== undefined)
      return fault(
        `It is damaged: ${damage.split("\n")[0]}`,
        "Stop the service, copy the file, and restore a backup or recover with sqlite3 vingate.db .recover.",
      );
    const schema = (await db.get<{ id: string }>(sql`select max(id) as id from migration`))?.id;
    const own = config.migrations.at(-1)?.id;
    if (schema !== own)
      return warning(
        `Its schema is ${schema}, that of this program ${own}`,
        "Update all nodes to one version.",
      );
    if (db.dialect === "sqlite") return ok(`SQLite, schema ${schema}`);
    const row = await db.get<{ version: string; number: number }>(sql`
      select current_setting('server_version') as version,
        cast(current_setting('server_version_num') as int) / 10000 as number`);
    const { version, number } = row!;
    if (number < postgresLeast)
      return fault(`PostgreSQL ${version}`, `Update it to ${postgresLeast} or later.`);
    const isPlain = isUnencrypted(config.databaseUrl);
    return isPlain
      ? warning(
          `PostgreSQL ${version}, schema ${schema}, on another machine without required encryption`,
          "Add ?sslmode=require to VINGATE_DATABASE_URL, unless the network is trusted.",
        )
      : ok(`PostgreSQL ${version}, schema ${schema}`);
  },
};

/** Whether a server on another machine may be spoken to without encryption. */
function isUnencrypted(url: string | undefined): boolean {
  const host = url === undefined ? "" : (URL.parse(url)?.hostname ?? "");
  // Without a host it is a socket of this machine.
  const isHere = host === "" || host === "localhost" || isLoopback(host.replace(/^\[(.*)\]$/, "$1"));
  return !isHere && !/[?&]sslmode=(require|verify)/.test(url ?? "");
}

/** Whether the server has connections for all nodes, those that are set to run here included. */
export const connectionsCheck: Check = {
  name: "connections",
  async run(inspected) {
    const db = requireDatabase(inspected);
    const { config } = inspected;
    const alive = await countOf(db, sql`node where ${databaseClock(db)} - seen_at < ${aliveMs}`);
    const state = await readConnections(db, config, Math.max(alive, config.workers));
    if (!state) return ok(db.dialect === "sqlite" ? "SQLite needs none" : "A pooler has them");
    const { used, needed, allowed } = state;
    const found = `${used} are open; ${needed} can be needed, and the server leaves ${allowed}`;
    return needed > allowed
      ? fault(found, "Raise max_connections, run fewer workers, or use a pooler (VINGATE_DATABASE_POOLER).")
      : ok(found);
  },
};

/** The clocks of this machine, the nodes and the database. */
export const clockCheck: Check = {
  name: "clock",
  async run(inspected) {
    const db = requireDatabase(inspected);
    const own = await readClockSkew(db, inspected.clock);
    const nodes = await listNodeClocks(db);
    const all = [
      ...nodes.map(({ node, clock_skew_ms: skew }): [string, number | null] => [node, skew]),
      ["this machine", own ?? null] as const,
    ];
    const wrong = all.filter(([, skew]) => skew !== null && Math.abs(skew) >= clockSkewMaxMs);
    if (wrong.length > 0)
      return warning(
        `${wrong.map(([name, skew]) => `${name}: ${skew! / 1000} s`).join(", ")} from the database's`,
        "Synchronize the clocks, for example by NTP.",
      );
    return ok(`${all.length === 1 ? "It agrees" : `${all.length} clocks agree`} with the database's`);
  },
};

/** Nodes of this installation, and what ended ones left. */
export const nodesCheck: Check = {
  name: "nodes",
  async run(inspected) {
    const db = requireDatabase(inspected);
    const nodes = await db.all<{ build: string; name: string; alive: number }>(sql`
      select build, name, case when ${databaseClock(db)} - seen_at < ${aliveMs} then 1 else 0 end as alive
      from node order by name`);
    const alive = nodes.filter((node) => node.alive === 1);
    const builds = new Set(alive.map(({ build }) => build));
    if (builds.size > 1)
      return warning(`They run ${[...builds].join(" and ")}`, "Update all nodes to one version.");
    const silent = nodes.filter((node) => node.alive === 0);
    if (silent.length > 0)
      return {
        ...warning(
          `${silent.map(({ name }) => name).join(", ")} ended without a goodbye within the last hour`,
          "Start them again with their data folders, so that their calls are charged.",
        ),
        item: null,
      };
    return ok(alive.length === 0 ? "No node runs" : `${alive.length} alive`);
  },
  async items(inspected) {
    const db = requireDatabase(inspected);
    const silent = await db.all<{ instance: string; name: string; seen_at: number }>(sql`
      select instance, name, seen_at from node where ${databaseClock(db)} - seen_at >= ${aliveMs} order by seen_at`);
    return silent.map(({ instance, name, seen_at }) => ({
      id: `node.${instance}`,
      kind: "node",
      permission: "service.view",
      code: "node_offline",
      values: { node: name },
      harm: "risk",
      since: seen_at,
      found: `Node ${name} is offline`,
      consequence: "Calls in its data folder are not charged before it starts again.",
      action: { code: "open_node", object: `/system/nodes/${instance}` },
    }));
  },
};
