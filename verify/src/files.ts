import { Malformed } from "./findings.ts";

export type Bytes = AsyncIterable<Uint8Array>;

const lineMax = 4096;
// Deflated data can be a thousandth of its size.
const pieceMax = 32_768;

export async function* pieces(
  source: Bytes | readonly Uint8Array[],
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for await (const bytes of source)
    for (let at = 0; at < bytes.length; at += pieceMax)
      yield bytes.subarray(at, at + pieceMax) as Uint8Array<ArrayBuffer>;
}

/** Inflates piece by piece. Throws for data that is cut off, changed or followed by more. */
export async function* unpacked(source: Bytes, format: "gzip" | "deflate"): AsyncGenerator<Uint8Array> {
  const { readable, writable } = new DecompressionStream(format);
  const [reader, writer] = [readable.getReader(), writable.getWriter()];
  let end: number[] = [];
  let size = 0;
  const write = async () => {
    for await (const piece of pieces(source)) {
      end = [...end, ...piece.subarray(-4)].slice(-4);
      await writer.write(piece);
    }
    await writer.close();
  };
  write().catch((error) => writer.abort(error).catch(() => undefined));
  try {
    for (let read = await reader.read(); read.value; read = await reader.read()) {
      size += read.value.length;
      yield read.value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
  // Some runtimes read a second member. The last four bytes of a file of one are its size.
  const isWhole =
    format === "deflate" || new DataView(Uint8Array.from(end).buffer).getUint32(0, true) === size % 2 ** 32;
  if (!isWhole) throw new Malformed("the file does not end with its last packed line");
}

/** The same bytes, unpacked if they begin as gzip does. */
async function* plainBytes(source: Bytes): AsyncGenerator<Uint8Array> {
  const rest = pieces(source);
  const first = await rest.next();
  const all = (async function* () {
    if (!first.done) yield first.value;
    yield* rest;
  })();
  yield* first.value?.[0] === 0x1f ? unpacked(all, "gzip") : all;
}

/** The lines of a file without their LF, some at a time. Throws `Malformed`. */
export async function* linesOf(source: Bytes): AsyncGenerator<readonly string[]> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let rest = "";
  let number = 1;
  for await (const bytes of pieces(plainBytes(source))) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
    const long = lines.findIndex(({ length }) => length > lineMax);
    if (long >= 0) throw new Malformed(`line ${number + long} is longer than 4 KiB`);
    rest = lines.pop()!;
    number += lines.length;
    yield lines;
  }
  if (rest + decoder.decode() !== "") throw new Malformed(`line ${number}, the last, does not end with LF`);
}
