import { readdirSync, readFileSync } from "node:fs";
import type { Database } from "../src/database/database.ts";
import { sql } from "../src/database/sql.ts";

const ticksPerSecond = 100;

/** The numbers behind a process's name in `/proc`, from its parent on; empty where it has ended. */
function statOf(pid: string): readonly number[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ").slice(1).map(Number);
  } catch {
    return [];
  }
}

/** CPU that the server of a database on this machine has used in all its processes; 0 for SQLite, which has none. */
export async function serverCpuSeconds(db: Database): Promise<number> {
  if (db.dialect === "sqlite") return 0;
  const backend = await db.get<{ pid: number }>(sql`select pg_backend_pid() as pid`);
  const server = statOf(String(backend!.pid))[0]!;
  const used = (stat: readonly number[]) => (stat[10] ?? 0) + (stat[11] ?? 0);
  // What has ended is counted by the server's own process.
  const own = statOf(String(server));
  let ticks = used(own) + (own[12] ?? 0) + (own[13] ?? 0);
  for (const pid of readdirSync("/proc")) {
    const stat = /^\d+$/.test(pid) ? statOf(pid) : [];
    if (stat[0] === server) ticks += used(stat);
  }
  return ticks / ticksPerSecond;
}
