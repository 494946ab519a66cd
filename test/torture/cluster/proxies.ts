import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Daemon, steadyPort } from "./daemon.ts";
import { type Member, passwords } from "./patroni.ts";
import type { Programs } from "./programs.ts";

/** How PgBouncer shares its connections. */
export type PoolMode = "session" | "transaction";

export const database = "vingate";

/** The status that callers get if HAProxy cannot determine whether a node received the request. */
export const unknownStatus = 599;

/** HAProxy: one port for the nodes, and one that leads to the primary. */
export class Haproxy {
  readonly daemon: Daemon;
  readonly httpPort: number;
  readonly primaryPort: number;

  private constructor(daemon: Daemon, httpPort: number, primaryPort: number) {
    this.daemon = daemon;
    this.httpPort = httpPort;
    this.primaryPort = primaryPort;
  }

  static async create(
    folder: string,
    programs: Programs,
    members: readonly Member[],
    nodes: readonly number[],
  ): Promise<Haproxy> {
    const [httpPort, primaryPort] = [await steadyPort(), await steadyPort()];
    const unknown = join(folder, "unknown.http");
    writeFileSync(unknown, `HTTP/1.1 ${unknownStatus} Unknown\r\ncontent-length: 0\r\n\r\n`);
    const file = join(folder, "haproxy.cfg");
    writeFileSync(
      file,
      `global
  maxconn 4000
defaults
  timeout connect 2s
  timeout check 3s
  timeout client 30s
  timeout server 8s
  option redispatch
frontend calls
  mode http
  bind 127.0.0.1:${httpPort}
  errorfile 502 ${unknown}
  errorfile 504 ${unknown}
  use_backend alive if { nbsrv(nodes) eq 0 }
  default_backend nodes
${backendOf("nodes", "/readyz", nodes)}
${backendOf("alive", "/livez", nodes)}
listen primary
  mode tcp
  bind 127.0.0.1:${primaryPort}
  timeout client 1h
  timeout server 1h
  option httpchk GET /primary
  default-server inter 500ms fastinter 200ms fall 2 rise 1 on-marked-down shutdown-sessions
${members.map(({ name, address, rest }) => `  server ${name} 127.0.0.1:${address.port} check port ${rest.port}`).join("\n")}
`,
    );
    const daemon = new Daemon(folder, "haproxy", [programs.haproxy, "-db", "-f", file]);
    return new Haproxy(daemon, httpPort, primaryPort);
  }

  /** The primary, without PgBouncer. */
  get primaryUrl(): string {
    return this.urlOf(this.primaryPort);
  }

  /** The database at a port. */
  urlOf(port: number): string {
    return `postgres://postgres:${passwords.superuser}@127.0.0.1:${port}/${database}`;
  }
}

/**
 * Nodes that HAProxy checks at this path. Without the database no node is ready, but those that are alive answer from
 * their leases.
 */
const backendOf = (name: string, path: string, nodes: readonly number[]) => `backend ${name}
  mode http
  balance hdr(x-AuthKey)
  hash-type consistent
  option forwardfor
  option httpchk GET ${path}
  default-server inter 500ms fastinter 200ms fall 2 rise 1
${nodes.map((port, index) => `  server node${index} 127.0.0.1:${port} check`).join("\n")}`;

export interface Pgbouncer {
  readonly daemon: Daemon;
  readonly port: number;
}

/** PgBouncer before HAProxy's port of the primary. */
export async function createPgbouncer(
  folder: string,
  programs: Programs,
  mode: PoolMode,
  primaryPort: number,
): Promise<Pgbouncer> {
  const port = await steadyPort();
  const users = join(folder, "pgbouncer.users");
  writeFileSync(users, `"postgres" "${passwords.superuser}"\n`);
  const file = join(folder, "pgbouncer.ini");
  writeFileSync(
    file,
    `[databases]
${database} = host=127.0.0.1 port=${primaryPort} dbname=${database}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = ${mode}
max_client_conn = 500
default_pool_size = 80
server_login_retry = 1
server_connect_timeout = 3
query_wait_timeout = 5
${mode === "session" ? "ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout\n" : ""}`,
  );
  return { daemon: new Daemon(folder, "pgbouncer", [programs.pgbouncer, file]), port };
}
