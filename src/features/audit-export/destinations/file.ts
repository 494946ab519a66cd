import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { dirname } from "node:path";
import { withTimeout } from "../../../base/with-timeout.ts";
import type { AuditEntryRecord } from "../../../management/system/audit.ts";
import { allTaken, DeliveryError, type Destination, entryJson, type Outcome } from "./destination.ts";

const { O_APPEND, O_CREAT, O_NONBLOCK, O_RDWR } = constants;
const newline = 10;
/** A network's file system can hang. */
const writeMs = 60_000;
const late = () => new DeliveryError(`the file was not written within ${writeMs / 1000} s`);

export interface FileOptions {
  /** Opens a file; replaced by tests of full disks. */
  readonly openFile?: (path: string, flags: number, mode: number) => Promise<FileHandle>;
}

/**
 * Appends entries to a file, one JSON line each, and syncs it to disk after each batch. The file is opened for each batch,
 * so that one that was moved away is made again.
 */
export class FileDestination implements Destination {
  readonly #path: string;
  readonly #open: NonNullable<FileOptions["openFile"]>;

  constructor(path: string, { openFile = open }: FileOptions = {}) {
    this.#path = path;
    this.#open = openFile;
  }

  async send(entries: readonly AuditEntryRecord[]): Promise<Outcome> {
    try {
      const lines = entries.map((entry) => `${entryJson(entry)}\n`).join("");
      await withTimeout(this.#append(lines), writeMs, late);
    } catch (error) {
      throw error instanceof DeliveryError ? error : new DeliveryError((error as Error).message);
    }
    return allTaken(entries);
  }

  async #append(lines: string): Promise<void> {
    // A pipe without a reader would wait in open().
    const file = await this.#open(this.#path, O_RDWR | O_APPEND | O_CREAT | O_NONBLOCK, 0o600);
    try {
      const stat = await file.stat();
      if (!stat.isFile()) throw new DeliveryError(`${this.#path} is no regular file`);
      // A line that a full disk or a crash has cut is ended first, so that it spoils no other line.
      const end = stat.size > 0 && (await lastByte(file, stat.size)) !== newline ? "\n" : "";
      await writeAll(file, Buffer.from(end + lines));
      await file.datasync();
      if (stat.size === 0) await syncFolder(dirname(this.#path));
    } finally {
      await file.close();
    }
  }
}

async function lastByte(file: FileHandle, size: number): Promise<number | undefined> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return bytesRead === 1 ? buffer[0] : undefined;
}

async function writeAll(file: FileHandle, bytes: Buffer): Promise<void> {
  for (let written = 0; written < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, written, bytes.length - written, null);
    if (bytesWritten === 0) throw new DeliveryError("the file takes no more bytes");
    written += bytesWritten;
  }
}

/** Otherwise a crash can lose the name of a new file. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, constants.O_RDONLY);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
