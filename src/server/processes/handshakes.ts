import { ptr } from "bun:ffi";
import { setSocketOption } from "./sockets.ts";

// Closing a port resets connections that were not accepted yet, although their clients may have sent a
// request. So a process that stays first takes all handshakes of the sockets that share the port; the kernel
// drops those that would still reach the leaving process. Their clients retry a second later and reach a
// listening process. Linux has both as socket filters, some kernels the second one only for root; elsewhere nothing
// happens.

const socketLevel = 1;
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

/** Stops new connections at these listening sockets; false if that is not possible. */
export function refuseHandshakes(files: readonly number[]): boolean {
  return setProgram(files, soAttachFilter, dropHandshakes);
}

/**
 * Sends every new connection of a shared address to the socket with this index. Sockets are counted in the
 * order in which they began to listen; when one leaves, the last takes its index. If the index does not
 * exist, the kernel distributes as usual. False if that is not possible.
 */
export function steerHandshakes(file: number, index: number): boolean {
  return setProgram([file], soAttachReuseportCbpf, [[0x06, 0, 0, index]]);
}

/** Lets the kernel distribute an address's connections again. */
export function shareHandshakes(file: number): boolean {
  return setProgram([file], soDetachReuseportBpf, []);
}

function setProgram(files: readonly number[], option: number, program: readonly Instruction[]): boolean {
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
  return setSocketOption(files, socketLevel, option, filter);
}
