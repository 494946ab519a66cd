import { ptr } from "bun:ffi";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { openSystemLibrary } from "./system-library.ts";

/** The sockets of this process that listen on a port. */
export interface Listening {
  /** Their file descriptors; empty if they cannot be determined. */
  readonly files: readonly number[];
  /** How many sockets of other processes, or earlier ones of this process, share the address. */
  readonly others: number;
}

/** The sockets of this process that listen on a port, except those found earlier. */
export function listeningAt(port: number, known: readonly number[] = []): Listening {
  try {
    if (process.platform === "linux") return socketsAt(port, known);
  } catch {
    // Then nothing is known of them.
  }
  return { files: [], others: 0 };
}

function socketsAt(port: number, known: readonly number[]): Listening {
  const place = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  const addresses = new Map<string, string>();
  for (const table of ["tcp", "tcp6"])
    for (const line of readFileSync(`/proc/self/net/${table}`, "utf8").split("\n").slice(1)) {
      const [, local, , state, , , , , , inode] = line.trim().split(/\s+/);
      if (state === "0A" && local?.endsWith(place)) addresses.set(`socket:[${inode}]`, local);
    }
  const files = readdirSync("/proc/self/fd")
    .map(Number)
    .filter((file) => !known.includes(file) && addresses.has(linkOf(`/proc/self/fd/${file}`)));
  const own = addresses.get(linkOf(`/proc/self/fd/${files[0]}`));
  const sharing = [...addresses.values()].filter((address) => address === own);
  return { files, others: Math.max(0, sharing.length - files.length) };
}

/** Some files of the list are already closed. */
function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return "";
  }
}

/** Sets an option of these sockets; false if that is not possible, as on other systems than Linux. */
export function setSocketOption(
  files: readonly number[],
  level: number,
  option: number,
  value: DataView,
): boolean {
  try {
    const functions = { setsockopt: { args: ["i32", "i32", "i32", "ptr", "u32"], returns: "i32" } } as const;
    const library = files.length > 0 ? openSystemLibrary(functions) : undefined;
    if (!library) return false;
    const { setsockopt } = library.symbols;
    const done = files.map((file) => setsockopt(file, level, option, ptr(value), value.byteLength));
    library.close();
    return done.every((code) => code === 0);
  } catch {
    return false;
  }
}

const tcpLevel = 6;
const tcpUserTimeout = 18;
const tcpNotsentLowat = 25;

/**
 * Bounds what the kernel keeps of each connection that these sockets accept: it takes at most so many bytes that it
 * cannot send yet, where it would take megabytes for a client that does not read, and closes the connection if its
 * client takes none of them for a time. False if that is not possible.
 */
export function boundUnsent(files: readonly number[], bytes: number, milliseconds: number): boolean {
  const number = (value: number) => new DataView(new Int32Array([value]).buffer);
  return (
    setSocketOption(files, tcpLevel, tcpNotsentLowat, number(bytes)) &&
    setSocketOption(files, tcpLevel, tcpUserTimeout, number(milliseconds))
  );
}
