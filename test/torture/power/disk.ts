import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { Event } from "./trace.ts";

/** How a power loss leaves what was not synced. */
export const losses = [
  "dropped",
  "torn at 512 bytes",
  "torn at 4 KiB",
  "reordered at 512 bytes",
  "reordered at 4 KiB",
] as const;
export type Loss = (typeof losses)[number];

const pageBytes = 4096;

type Change = Extract<Event, { kind: "write" | "truncate" }> & { readonly index: number };

/** A file, whatever its names are: what the disk has, and what was written since. */
class DiskFile {
  #bytes = Buffer.alloc(0);
  #length = 0;
  pending: Change[] = [];

  /** What the disk has, until the next sync. */
  get durable(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  /** In place: a database is synced thousands of times. */
  sync(since: number): void {
    for (const change of this.pending) if (change.index < since) this.#keep(change);
    this.pending = this.pending.filter(({ index }) => index >= since);
  }

  #keep(change: Change): void {
    const end = change.kind === "write" ? change.offset + change.bytes.length : change.length;
    if (end > this.#bytes.length) {
      const larger = Buffer.alloc(2 * end);
      this.#bytes.copy(larger, 0, 0, this.#length);
      this.#bytes = larger;
    }
    // Behind its end the buffer is zero, as a file is where nothing was written.
    if (change.kind === "truncate" && end < this.#length) this.#bytes.fill(0, end, this.#length);
    if (change.kind === "write") change.bytes.copy(this.#bytes, change.offset);
    this.#length = change.kind === "write" ? Math.max(this.#length, end) : end;
  }

  /** What was written before is on the disk or not, block by block, and no later sync writes it again. */
  failSync(since: number, random: () => number): void {
    const before = this.pending.filter(({ index }) => index < since);
    this.#bytes = Buffer.from(reordered(this.durable, before, pageBytes, random));
    this.#length = this.#bytes.length;
    this.pending = this.pending.filter(({ index }) => index >= since);
  }

  /** All of it, as the process reads it. */
  get content(): Buffer {
    return changed(this.durable, this.pending);
  }
}

/** A copy of the bytes, with the changes in their order. */
function changed(bytes: Buffer, changes: readonly Change[]): Buffer {
  if (changes.length === 0) return bytes;
  const ends = changes.map((each) => (each.kind === "write" ? each.offset + each.bytes.length : each.length));
  const into = Buffer.alloc(Math.max(bytes.length, ...ends));
  bytes.copy(into);
  let length = bytes.length;
  for (const [at, change] of changes.entries()) {
    if (change.kind === "write") {
      change.bytes.copy(into, change.offset);
      length = Math.max(length, ends[at]!);
    } else {
      if (change.length < length) into.fill(0, change.length, length);
      length = change.length;
    }
  }
  return into.subarray(0, length);
}

interface NameChange {
  readonly index: number;
  readonly folder: string;
  readonly apply: (names: Map<string, DiskFile | "folder">) => void;
}

/** Names and contents of the files of a folder, of which a power loss at any event can be written. */
export class Disk {
  readonly #folder: string;
  /** As they are for the process, and as the disk has them. */
  readonly #now = new Map<string, DiskFile | "folder">();
  readonly #durable = new Map<string, DiskFile | "folder">();
  #pending: NameChange[] = [];

  readonly #random: () => number;

  /** Numbers from 0 to 1 decide what failed syncs leave. */
  constructor(folder: string, random: () => number) {
    this.#folder = folder;
    this.#random = random;
  }

  apply(event: Event, index: number): void {
    if (event.kind === "said") return;
    const found = this.#now.get(event.path);
    if (event.kind === "sync") this.#sync(event.path, event.since);
    else if (event.kind === "failed sync") {
      // Names are kept by the file system's own journal.
      if (found instanceof DiskFile) found.failSync(event.since, this.#random);
    } else if (event.kind === "write" || event.kind === "truncate") {
      if (found instanceof DiskFile) found.pending.push({ ...event, index });
    } else if (event.kind === "copy") this.#copy(event, index, found);
    else this.#rename(event, index);
  }

  #copy(event: Extract<Event, { kind: "copy" }>, index: number, to: DiskFile | "folder" | undefined): void {
    const from = this.#now.get(event.from);
    if (from instanceof DiskFile && to instanceof DiskFile)
      to.pending.push({
        kind: "write",
        at: event.at,
        path: event.path,
        offset: 0,
        bytes: from.content,
        index,
      });
  }

  #rename(
    event: Extract<Event, { kind: "create" | "mkdir" | "unlink" | "rename" | "link" }>,
    index: number,
  ): void {
    const { kind, path } = event;
    const made = kind === "create" ? new DiskFile() : kind === "mkdir" ? "folder" : undefined;
    const moved = "from" in event ? this.#below(event.from) : [];
    const apply: NameChange["apply"] = (names) => {
      if (made) names.set(path, made);
      if (kind === "unlink") names.delete(path);
      for (const [name, file] of moved) {
        if (kind === "rename") names.delete(name);
        names.set(path + name.slice((event as { from: string }).from.length), file);
      }
    };
    apply(this.#now);
    this.#pending.push({ index, folder: dirname(path), apply });
  }

  #below(path: string): [string, DiskFile | "folder"][] {
    return [...this.#now].filter(([name]) => name === path || name.startsWith(`${path}/`));
  }

  #sync(path: string, since: number): void {
    const found = this.#now.get(path);
    if (found instanceof DiskFile) {
      found.sync(since);
      return;
    }
    const done = (each: NameChange) => each.folder === path && each.index < since;
    for (const each of this.#pending.filter(done)) each.apply(this.#durable);
    this.#pending = this.#pending.filter((each) => !done(each));
  }

  /** Writes into an empty folder what a power loss leaves now. Numbers from 0 to 1 decide. */
  lose(target: string, loss: Loss, random: () => number): void {
    const names = new Map(this.#durable);
    // Names of one folder are kept in their order, those of several in any.
    const kept = new Map<string, number>();
    for (const { folder } of this.#pending)
      if (!kept.has(folder)) kept.set(folder, loss === "dropped" ? 0 : random());
    for (const folder of kept.keys()) {
      const changes = this.#pending.filter((each) => each.folder === folder);
      const count = Math.round(kept.get(folder)! * changes.length);
      for (const each of changes.slice(0, count)) each.apply(names);
    }
    for (const [path, file] of names) {
      // SQLite makes its index again, and nobody reads what a lock contains.
      if (path.endsWith("-shm") || path.endsWith("lock")) continue;
      if (!this.#hasFolders(names, path)) continue;
      const to = join(target, relative(this.#folder, path));
      if (file === "folder") mkdirSync(to, { recursive: true, mode: 0o700 });
      else {
        mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
        writeFileSync(to, left(file, loss, random), { mode: 0o600 });
      }
    }
  }

  #hasFolders(names: ReadonlyMap<string, unknown>, path: string): boolean {
    for (let folder = dirname(path); folder !== this.#folder; folder = dirname(folder))
      if (!names.has(folder)) return false;
    return true;
  }
}

/** The content of a file after the loss. */
function left(file: DiskFile, loss: Loss, random: () => number): Buffer {
  const { durable, pending } = file;
  if (loss === "dropped" || pending.length === 0) return durable;
  const block = loss.endsWith("512 bytes") ? 512 : pageBytes;
  if (loss.startsWith("torn")) {
    const count = Math.floor(random() * (pending.length + 1));
    const whole = changed(durable, pending.slice(0, count));
    const next = pending[count];
    if (next?.kind !== "write") return whole;
    const end = Math.floor((next.offset + random() * next.bytes.length) / block) * block;
    return end <= next.offset
      ? whole
      : changed(whole, [{ ...next, bytes: next.bytes.subarray(0, end - next.offset) }]);
  }
  return reordered(durable, pending, block, random);
}

/** Each block of the file is as it was, or as it is, whichever the disk did first; truncations come in their order. */
function reordered(durable: Buffer, pending: readonly Change[], block: number, random: () => number): Buffer {
  const now = changed(durable, pending);
  const touched = new Set<number>();
  for (const change of pending) {
    const [from, to] =
      change.kind === "write"
        ? [change.offset, change.offset + change.bytes.length]
        : [change.length, now.length];
    for (let at = Math.floor(from / block); at * block < to; at++) touched.add(at);
  }
  // Truncated and written again: the file is as it was, or as it is.
  if (now.length < durable.length) return random() < 0.5 ? durable : now;
  const result = Buffer.alloc(now.length);
  durable.copy(result);
  const share = random();
  let end = durable.length;
  for (const at of touched) {
    // Written, and then cut off.
    if (at * block >= now.length || random() > share) continue;
    const stop = Math.min((at + 1) * block, now.length);
    now.copy(result, at * block, at * block, stop);
    end = Math.max(end, stop);
  }
  return result.subarray(0, end);
}
