import { existsSync } from "node:fs";
import { join } from "node:path";
import { findPostgres } from "../../database/server.ts";

/** The paths of the programs that a cluster starts. */
export interface Programs {
  /** The folder of PostgreSQL's programs. */
  readonly postgres: string;
  readonly etcd: string;
  readonly patroni: string;
  readonly pgbouncer: string;
  readonly haproxy: string;
}

const folders = [...(process.env.PATH ?? "").split(":"), "/usr/sbin", "/sbin"];

const findProgram = (name: string): string | undefined =>
  folders.map((folder) => join(folder, name)).find((path) => existsSync(path));

/** The programs, or why a cluster cannot start on this machine. */
export function findPrograms(): Programs | { readonly reason: string } {
  const postgres = findPostgres();
  if ("reason" in postgres) return { reason: `PostgreSQL is ${postgres.reason}` };
  if (process.getuid?.() === 0 && !Bun.which("setpriv")) return { reason: "setpriv is not installed" };
  if (!existsSync("/proc/self/task")) return { reason: "the system has no /proc" };
  const names = ["etcd", "patroni", "pgbouncer", "haproxy"] as const;
  const paths = names.map((name) => [name, findProgram(name)] as const);
  const missing = paths.filter(([, path]) => path === undefined).map(([name]) => name);
  if (missing.length > 0)
    return { reason: `${missing.join(", ")} not installed; test/install-cluster.sh installs it` };
  return { postgres: postgres.bin, ...(Object.fromEntries(paths) as Record<(typeof names)[number], string>) };
}
