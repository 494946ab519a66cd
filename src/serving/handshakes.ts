import { readdirSync, readFileSync, readlinkSync } from "node:fs";

// A port that is left resets the connections that nobody has accepted yet, and their callers have sent a request
// by then. So the kernel first drops what would open another one; those callers try again a second later, and
// reach whoever listens by then. Linux has that without privilege as a socket filter; elsewhere nothing happens.

const solSocket = 1;
const soAttachFilter = 26;
/** Classic BPF: [operation, jump if true, jump if false, constant]. */
const program = [
  // The flags of the TCP header: SYN without ACK begins a handshake.
  [0x30, 0, 0, 13],
  [0x54, 0, 0, 0x12],
  [0x15, 0, 1, 0x02],
  [0x06, 0, 0, 0],
  [0x06, 0, 0, 0xffff_ffff],
] as const;

const libraries = ["libc.so.6", "libc.musl-x86_64.so.1", "libc.musl-aarch64.so.1"];

/** Lets no more connections begin at these listening sockets; false where that cannot be done. */
export async function refuseHandshakes(files: readonly number[]): Promise<boolean> {
  try {
    return files.length > 0 && (await attach(files));
  } catch {
    return false;
  }
}

/** The file descriptors of this process that listen on a port; none where that cannot be known. */
export function listeningFiles(port: number): number[] {
  try {
    return process.platform === "linux" ? filesOf(port) : [];
  } catch {
    return [];
  }
}

function filesOf(port: number): number[] {
  const place = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  const sockets = new Set<string>();
  for (const table of ["tcp", "tcp6"])
    for (const line of readFileSync(`/proc/self/net/${table}`, "utf8").split("\n").slice(1)) {
      const [, local, , state, , , , , , inode] = line.trim().split(/\s+/);
      if (state === "0A" && local?.endsWith(place)) sockets.add(`socket:[${inode}]`);
    }
  return readdirSync("/proc/self/fd").flatMap((file) =>
    sockets.has(linkOf(`/proc/self/fd/${file}`)) ? [Number(file)] : [],
  );
}

/** Some files of the list are closed again before they are looked at. */
function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return "";
  }
}

async function attach(files: readonly number[]): Promise<boolean> {
  const { dlopen, ptr } = await import("bun:ffi");
  const open = (name: string) =>
    dlopen(name, { setsockopt: { args: ["i32", "i32", "i32", "ptr", "u32"], returns: "i32" } });
  const library = libraries.reduce<ReturnType<typeof open> | undefined>((found, name) => {
    try {
      return found ?? open(name);
    } catch {
      return undefined;
    }
  }, undefined);
  if (!library) return false;
  const code = new DataView(new ArrayBuffer(8 * program.length));
  program.forEach(([operation, ifTrue, ifFalse, constant], index) => {
    code.setUint16(8 * index, operation, true);
    code.setUint8(8 * index + 2, ifTrue);
    code.setUint8(8 * index + 3, ifFalse);
    code.setUint32(8 * index + 4, constant, true);
  });
  // struct sock_fprog: how many instructions, and where they are.
  const filter = new DataView(new ArrayBuffer(16));
  filter.setUint16(0, program.length, true);
  filter.setBigUint64(8, BigInt(ptr(code)), true);
  const { setsockopt } = library.symbols;
  const done = files.map((file) =>
    setsockopt(file, solSocket, soAttachFilter, ptr(filter), filter.byteLength),
  );
  library.close();
  return done.every((code) => code === 0);
}
