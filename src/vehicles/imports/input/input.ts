import { createHash } from "node:crypto";
import { closeSync, createWriteStream, mkdirSync, openSync, readSync, rmSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { isEmbedded } from "../../../base/program/place.ts";
import { OutboundGuard } from "../../../outbound/guard.ts";
import { compressionOf, decompress, isOlderWorkbook, signatureBytes } from "./decompress.ts";
import { download } from "./download.ts";
import { ImportError } from "./import-error.ts";
import { sheetCsv } from "./sheet-rows.ts";
import { bounded } from "./size-bound.ts";
import { atLeast } from "./utf8.ts";
import { openSheet } from "./workbook.ts";
import { openZipMember } from "./zip.ts";

/** The bytes of a file or stream that holds records. */
export interface Input extends AsyncDisposable {
  /** The original file, still compressed; absent for a stream. */
  readonly file?: string;
  /** Name of the file or archive member, for messages. */
  readonly name: string;
  /** Modification time in milliseconds UTC; absent for a stream. */
  readonly changedAt?: number;
  /** Bytes to read, in the unit of `done`; undefined if unknown. */
  readonly total: number | undefined;
  /** The sheet of a workbook that is read, and all of them. */
  readonly sheet?: { readonly name: string; readonly all: readonly string[] };
  done(): number;
  /** The decompressed bytes, once; a chunk can be overwritten when the next one is requested. */
  read(): AsyncGenerator<Uint8Array>;
  /** Opens a file once more, to read it again; absent for a stream. */
  readonly reopen?: () => Promise<Input>;
  /** SHA-256 of the original file or stream; complete after the last byte. */
  checksum(): string;
}

export interface InputOptions {
  /** Opens the connection to a URL; to public addresses alone, if it is left out. */
  readonly guard?: OutboundGuard;
  /** Matches the names of archive members that hold records. */
  readonly members: RegExp;
  /** The sheet of a workbook, its name or its number; the first visible one if absent. */
  readonly sheet?: string | undefined;
  /** Max. decompressed bytes. */
  readonly bytesMax: number;
  /** Where downloads are kept, and archives that arrive as a stream. */
  readonly folder: string;
  readonly insecure?: boolean;
  readonly signal?: AbortSignal | undefined;
  /** Called with download progress. */
  readonly downloading?: ((done: number, total: number | undefined) => void) | undefined;
}

const chunkBytes = 1 << 18;

/** Opens a file, a URL, or `-` for standard input. */
export async function openInput(location: string, options: InputOptions): Promise<Input> {
  if (location === "-") return openStream("standard input", process.stdin, options);
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(location)) return openFile(location, options);
  const { guard = new OutboundGuard(), downloading: progress } = options;
  const { file, remove } = await download(location, { ...options, guard, progress });
  try {
    const input = await openFile(file, options);
    const name = input.name === basename(file) ? basename(new URL(location).pathname) : input.name;
    return {
      ...input,
      name,
      [Symbol.asyncDispose]: async () => {
        await input[Symbol.asyncDispose]();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Bytes in memory. */
export const inputOf = (bytes: Uint8Array): Input => ({
  name: "memory",
  total: bytes.length,
  done: () => bytes.length,
  async *read() {
    yield bytes;
  },
  checksum: () => createHash("sha256").update(bytes).digest("hex"),
  async [Symbol.asyncDispose]() {},
});

/** Opens a file, compressed or not. */
export async function openFile(file: string, options: InputOptions): Promise<Input> {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (!stat) throw new ImportError(`no file ${file}`);
  if (!stat.isFile()) throw new ImportError(`${file} is not a file`);
  const compression = compressionOf(await Bun.file(file).slice(0, signatureBytes).bytes());
  const reopen = () => openFile(file, options);
  if (compression === "zip") return { ...(await openArchive(file, options)), reopen };
  const input = await openStream(basename(file), readChunks(file, options.signal), options);
  return { ...input, file, changedAt: stat.mtimeMs, total: stat.size, reopen };
}

const turnMs = 50;

/**
 * A file's bytes; each chunk overwrites the one before. Fresh memory and the runtime's own streams take twice the CPU.
 */
async function* readChunks(file: string, signal: AbortSignal | undefined): AsyncGenerator<Uint8Array> {
  if (isEmbedded(file)) {
    yield await Bun.file(file).bytes();
    return;
  }
  const chunk = Buffer.allocUnsafeSlow(chunkBytes);
  const handle = openSync(file, "r");
  let turnedAt = performance.now();
  try {
    for (;;) {
      const bytesRead = readSync(handle, chunk);
      if (bytesRead === 0) return;
      yield chunk.subarray(0, bytesRead);
      if (performance.now() - turnedAt < turnMs) continue;
      // Otherwise a request to stop would wait for the file's end.
      await new Promise((resolve) => setImmediate(resolve));
      signal?.throwIfAborted();
      turnedAt = performance.now();
    }
  } finally {
    closeSync(handle);
  }
}

async function openArchive(file: string, options: InputOptions): Promise<Input> {
  const { members, bytesMax, signal, sheet: named } = options;
  const sheet = await openSheet(file, named);
  const member = sheet ? { ...sheet.member, close: sheet.close } : await openZipMember(file, members);
  const digest = createHash("sha256");
  for await (const chunk of readChunks(file, signal)) digest.update(chunk);
  const sum = digest.digest("hex");
  let done = 0;
  async function* counted() {
    for await (const chunk of member.read()) {
      signal?.throwIfAborted();
      done += chunk.length;
      yield chunk;
    }
  }
  const bound = { bytesMax, compressed: () => member.packedBytes };
  const unpacked = () => bounded(counted(), bound);
  return {
    file,
    name: sheet ? `${basename(file)}, sheet ${sheet.name}` : member.name,
    changedAt: statSync(file).mtimeMs,
    total: member.unpackedBytes,
    ...(sheet && { sheet: { name: sheet.name, all: sheet.all } }),
    done: () => done,
    // A few cells far away make rows of many empty ones.
    read: sheet ? () => bounded(sheetCsv(sheet, unpacked()), bound) : unpacked,
    checksum: () => sum,
    [Symbol.asyncDispose]: async () => member.close(),
  };
}

/** Opens a stream of bytes, compressed or not. */
export async function openStream(
  name: string,
  stream: AsyncIterable<Uint8Array>,
  options: InputOptions,
): Promise<Input> {
  const digest = createHash("sha256");
  let done = 0;
  let sum: string | undefined;
  async function* counted() {
    for await (const chunk of stream) {
      options.signal?.throwIfAborted();
      done += chunk.length;
      digest.update(chunk);
      yield chunk;
    }
  }
  const chunks = atLeast(counted(), signatureBytes);
  const first = await chunks.next();
  async function* whole() {
    if (!first.done) yield first.value;
    yield* chunks;
  }
  if (!first.done && isOlderWorkbook(first.value))
    throw new ImportError(
      "this is a workbook of the older form (.xls), or one with a password; save it as .xlsx without a password, or as CSV",
    );
  const compression = first.done ? "none" : compressionOf(first.value);
  if (compression === "zip") return openArchiveStream(whole(), options);
  const bytes = compression === "none" ? whole() : decompress(whole(), compression);
  const { bytesMax } = options;
  const compressed = compression === "none" ? {} : { compressed: () => done };
  return {
    name,
    total: undefined,
    done: () => done,
    read: () => bounded(bytes, { bytesMax, ...compressed }),
    checksum: () => (sum ??= digest.digest("hex")),
    [Symbol.asyncDispose]: async () => {
      // Closing `bytes` does not close its source if nothing was read. A source that was stopped fails again here, which
      // must not take the place of the error that ended the import.
      for (const each of [bytes, chunks]) await each.return(undefined).catch(() => undefined);
    },
  };
}

/** An archive's directory is at its end, so it must be a file. */
async function openArchiveStream(bytes: AsyncIterable<Uint8Array>, options: InputOptions): Promise<Input> {
  mkdirSync(options.folder, { recursive: true, mode: 0o700 });
  const file = join(options.folder, `${crypto.randomUUID()}.zip`);
  try {
    await pipeline(bounded(bytes, options), createWriteStream(file, { mode: 0o600 }));
    const input = await openArchive(file, options);
    return {
      ...input,
      [Symbol.asyncDispose]: async () => {
        await input[Symbol.asyncDispose]();
        rmSync(file, { force: true });
      },
    };
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  }
}
