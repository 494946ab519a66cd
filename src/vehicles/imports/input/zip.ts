import { crc32 } from "node:zlib";
import { type Entry, openPromise, type ZipFile } from "yauzl";
import { ImportError } from "./import-error.ts";

/** One member of an archive, unpacked while it is read. */
export interface ZipMember {
  readonly name: string;
  readonly unpackedBytes: number;
  readonly packedBytes: number;
  read(): AsyncGenerator<Uint8Array>;
  close(): void;
}

const entriesMax = 10_000;

/** Opens the only member whose name matches. Throws `ImportError` if there is none, or several. */
export async function openZipMember(file: string, members: RegExp): Promise<ZipMember> {
  const zip = await openPromise(file, { lazyEntries: true, autoClose: false }).catch(unreadable);
  try {
    const entry = await findEntry(zip, members);
    return {
      name: entry.fileName,
      unpackedBytes: entry.uncompressedSize,
      packedBytes: entry.compressedSize,
      read: () => readEntry(zip, entry),
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

/** The members of an archive, by their names. */
export interface ZipMembers {
  find(name: string): Omit<ZipMember, "close"> | undefined;
  close(): void;
}

/** Opens an archive if it has a member with the name. Throws `ImportError` for a damaged one. */
export async function openZipWith(file: string, name: string): Promise<ZipMembers | undefined> {
  const zip = await openPromise(file, { lazyEntries: true, autoClose: false }).catch(unreadable);
  const entries = new Map<string, Entry>();
  try {
    if (zip.entryCount <= entriesMax)
      for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
  } catch (error) {
    zip.close();
    unreadable(error);
  }
  if (entries.has(name))
    return {
      find(one) {
        const entry = entries.get(one);
        return (
          entry && {
            name: one,
            unpackedBytes: entry.uncompressedSize,
            packedBytes: entry.compressedSize,
            read: () => readEntry(zip, entry),
          }
        );
      },
      close: () => zip.close(),
    };
  zip.close();
  return undefined;
}

async function findEntry(zip: ZipFile, members: RegExp): Promise<Entry> {
  if (zip.entryCount > entriesMax) throw new ImportError(`the archive has ${zip.entryCount} members`);
  const found: Entry[] = [];
  const others: string[] = [];
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName.endsWith("/") || entry.fileName.startsWith("__MACOSX/")) continue;
      if (members.test(entry.fileName)) found.push(entry);
      else others.push(entry.fileName);
    }
  } catch (error) {
    unreadable(error);
  }
  const [first, second] = found;
  if (!first) throw new ImportError(`the archive has no member that matches ${members}: ${listed(others)}`);
  if (second)
    throw new ImportError(
      `the archive has several matching members, ${listed(found.map(({ fileName }) => fileName))}: unpack it and import one`,
    );
  if ((first.generalPurposeBitFlag & 1) !== 0)
    throw new ImportError(`${first.fileName} is encrypted: unpack it first`);
  return first;
}

async function* readEntry(zip: ZipFile, entry: Entry): AsyncGenerator<Uint8Array> {
  let size = 0;
  let sum = 0;
  try {
    const stream = await zip.openReadStreamPromise(entry);
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      sum = crc32(chunk, sum);
      size += chunk.length;
      yield chunk;
    }
  } catch (error) {
    unreadable(error);
  }
  if (sum !== entry.crc32 || size !== entry.uncompressedSize)
    throw new ImportError(`${entry.fileName} is damaged in its archive (its checksum does not match)`);
}

function unreadable(error: unknown): never {
  if (error instanceof ImportError) throw error;
  const { message, code } = error as NodeJS.ErrnoException;
  if (code === "ENOENT" || code === "EACCES" || code === "EIO") throw error;
  throw new ImportError(`the archive ends early or is damaged (${message}); download it again`);
}

function listed(names: readonly string[]): string {
  if (names.length === 0) return "it is empty";
  const shown = names.slice(0, 5).join(", ");
  return names.length > 5 ? `${shown} and ${names.length - 5} more` : shown;
}
