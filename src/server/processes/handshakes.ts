import { readdirSync, readFileSync, readlinkSync } from "node:fs";

// Closing a port resets connections that were not accepted yet, although their clients may have sent a
// request. So a process that stays first takes all handshakes of the sockets that share the port; the kernel
// drops those that would still reach the leaving process. Their clients retry a second later and reach a
// listening process. Linux has both without privilege as socket filters; elsewhere nothing happens.

const solSocket = 1;
const soAttachFilter = 26;
const soAttachReuseportCbpf = 51;
const soDetachReuseportBpf = 68;

/** A classic BPF instruction: operation, jump if true, jump if false, constant. */
type Instruction = readonly [number, number, number, number];

const dropHandshakes: readonly Instruction[] = [
  // The TCP flags: SYN without ACK begins a handshake.
  [0x30, 0, 0, 13],
  [0x54, 0, 0, 0x12],
  [0x15, 0, 1, 0x02],
  [0x06, 0, 0, 0],
  [0x06, 0, 0, 0xffff_ffff],
];

/** The sockets of this process that listen on a port. */
export interface Listening {
  /** Their file descriptors; empty if they cannot be determined. */
  readonly files: readonly number[];
  /** How many sockets of other processes, or earlier ones of this process, share the address. */
  readonly others: number;
}

const libraries = ["libc.so.6", "libc.musl-x86_64.so.1", "libc.musl-aarch64.so.1"];

/** Stops new connections at these listening sockets; false if that is not possible. */
export function refuseHandshakes(files: readonly number[]): Promise<boolean> {
  return setOption(files, soAttachFilter, dropHandshakes);
}

/**
 * Sends every new connection of a shared address to the socket with this index. Sockets are counted in the
 * order in which they began to listen; when one leaves, the last takes its index. If the index does not
 * exist, the kernel distributes as usual. False if that is not possible.
 */
export function steerHandshakes(file: number, index: number): Promise<boolean> {
  return setOption([file], soAttachReuseportCbpf, [[0x06, 0, 0, index]]);
}

/** Lets the kernel distribute an address's connections again. */
export function shareHandshakes(file: number): Promise<boolean> {
  return setOption([file], soDetachReuseportBpf, []);
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

async function setOption(
  files: readonly number[],
  option: number,
  program: readonly Instruction[],
): Promise<boolean> {
  try {
    return files.length > 0 && (await setOptionOf(files, option, program));
  } catch {
    return false;
  }
}

async function setOptionOf(
  files: readonly number[],
  option: number,
  program: readonly Instruction[],
): Promise<boolean> {
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
  const code = new DataView(new ArrayBuffer(Math.max(8, 8 * program.length)));
  program.forEach(([operation, ifTrue, ifFalse, constant], index) => {
    code.setUint16(8 * index, operation, true);
    code.setUint8(8 * index + 2, ifTrue);
    code.setUint8(8 * index + 3, ifFalse);
    code.setUint32(8 * index + 4, constant, true);
  });
  // struct sock_fprog: the number of instructions, and their address.
  const filter = new DataView(new ArrayBuffer(16));
  filter.setUint16(0, program.length, true);
  filter.setBigUint64(8, BigInt(ptr(code)), true);
  const { setsockopt } = library.symbols;
  const done = files.map((file) => setsockopt(file, solSocket, option, ptr(filter), filter.byteLength));
  library.close();
  return done.every((code) => code === 0);
}
