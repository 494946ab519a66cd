import type { NumberedCall } from "../usage/usage.ts";
import { type JournalForm, journalForm } from "./journal-directory.ts";
import { decodeRecord } from "./record.ts";
import { headerBytes } from "./segment.ts";
import { SegmentBytes } from "./segment-bytes.ts";
import { SegmentIndex } from "./segment-index.ts";
import { decodeSyncRecord, syncRecordBytes } from "./sync-record.ts";

/** Why a reading ended: the requested limit, no more calls, or bytes that are no record. */
export type ReadEnd =
  | { readonly kind: "limit" | "end" }
  /** The writer died while writing: nothing good follows. */
  | { readonly kind: "torn"; readonly file: string; readonly offset: number }
  /** Good records follow, or are missing. */
  | { readonly kind: "damaged"; readonly file: string; readonly offset: number }
  /** The same, and the disk did not have these bytes when the last records were written: a power loss leaves that. */
  | { readonly kind: "unsynced"; readonly file: string; readonly offset: number }
  /** A later release wrote the journal, in a form that this one cannot read. */
  | { readonly kind: "later"; readonly file: string };

export interface Reading {
  readonly records: readonly NumberedCall[];
  /** Their length in the files. */
  readonly bytes: number;
  readonly end: ReadEnd;
}

const passedOverMax = 4;

/** Reads the calls of a journal in order, each seq once, while its process writes them. */
export class JournalReader {
  readonly #path: string;
  readonly #form: JournalForm;
  readonly #index: SegmentIndex;
  readonly #bytes = new SegmentBytes();
  #segment = 0;
  #offset = headerBytes;
  #next = 1;
  /** The last call of this segment that was passed, or that is before it. */
  #passed = 0;

  constructor(path: string, journalId: string) {
    this.#path = path;
    this.#form = journalForm(path);
    this.#index = new SegmentIndex(path, journalId);
  }

  /** The next seq that `read` returns. */
  get next(): number {
    return this.#next;
  }

  /** Moves to a call, in either direction. */
  seek(seq: number): void {
    this.#index.refresh();
    this.#next = seq;
    this.#enter(this.#index.holding(seq, 0) ?? 0);
  }

  /**
   * The calls from `next` to `to`, at most `countMax`; moves `next` after them. The bytes passed over are
   * bounded too, so an empty result does not mean that there are no more calls.
   */
  read(to: number, countMax: number): Reading {
    if (this.#form === "later") return { records: [], bytes: 0, end: { kind: "later", file: this.#path } };
    this.#index.refresh();
    const records: NumberedCall[] = [];
    let bytes = 0;
    let passedOver = 0;
    for (;;) {
      const room = countMax - records.length;
      if (this.#next > to || room <= 0 || passedOver === passedOverMax)
        return { records, bytes, end: { kind: "limit" } };
      const got = this.#index.has(this.#segment) ? this.#readPiece(to, room, records) : "no more";
      if (typeof got === "number") {
        bytes += got;
        if (got === 0) passedOver += 1;
      } else if (!this.#advance() && !this.#reachNext(got)) return { records, bytes, end: this.#endOf(got) };
    }
  }

  /** Moves past damage to the next readable call; returns its seq, or undefined if there is none. */
  skipDamage(): number | undefined {
    this.#index.refresh();
    for (const [segment, from] of this.#rest(this.#segment)) {
      const found = this.#bytes.findRecord(this.#index.file(segment), from, this.#next);
      // A later segment voids this part.
      if (!found || found.seq >= this.#index.limitOf(segment)) continue;
      this.#segment = segment;
      this.#offset = found.offset;
      this.#next = found.seq;
      this.#passed = found.seq - 1;
      return found.seq;
    }
    return undefined;
  }

  /** The seq that the last segment begins with: earlier calls were made, readable or not. */
  get lastFirstSeq(): number {
    return this.#index.lastFirstSeq;
  }

  /** The segments that contain no call after `seq` and will not be written again. */
  filesUpTo(seq: number): string[] {
    this.#index.refresh();
    return this.#index.numbers
      .filter((number) => this.#index.hasLater(number) && this.#index.limitOf(number) <= seq + 1)
      .map((number) => this.#index.file(number));
  }

  close(): void {
    this.#bytes.close();
  }

  /** Reads on in this segment; returns the bytes read, or why there are no more. */
  #readPiece(to: number, room: number, records: NumberedCall[]): number | "no more" | "no record" | "gap" {
    const { bytes, last } = this.#bytes.piece(this.#index.file(this.#segment), this.#offset);
    const limit = this.#index.limitOf(this.#segment);
    const full = records.length + room;
    let at = 0;
    let read = 0;
    let stopped: "no more" | "no record" | "gap" | undefined;
    while (this.#next <= to && records.length < full && !stopped) {
      const found = decodeRecord(bytes, at);
      if (found.kind === "cut" && !last) break;
      if (at === bytes.length) stopped = "no more";
      else if (found.kind !== "record") {
        if (decodeSyncRecord(bytes, at) === undefined) stopped = "no record";
        else at += syncRecordBytes;
      }
      // From here on a later segment has the calls.
      else if (found.record.seq >= limit) stopped = "no more";
      else if (found.record.seq > this.#next) stopped = "gap";
      else {
        if (found.record.seq === this.#next) {
          records.push(found.record);
          read += found.end - at;
          this.#next += 1;
        }
        this.#passed = found.record.seq;
        at = found.end;
      }
    }
    this.#offset += at;
    return at > 0 || !stopped ? read : stopped;
  }

  #advance(): boolean {
    const segment = this.#index.holding(this.#next, this.#segment);
    if (segment === undefined) return false;
    this.#enter(segment);
    return true;
  }

  #enter(segment: number): void {
    this.#segment = segment;
    this.#offset = headerBytes;
    this.#passed = this.#index.firstSeqOf(segment) - 1;
  }

  /** The segments from one on, each with the offset from which it is unread. */
  #rest(first: number): (readonly [segment: number, from: number])[] {
    return this.#index.numbers
      .filter((segment) => segment >= first)
      .map((segment) => [segment, segment === this.#segment ? this.#offset : headerBytes] as const);
  }

  /** Passes over damage in calls before `next`, which were applied or given up. */
  #reachNext(stopped: "no more" | "no record" | "gap"): boolean {
    if (stopped !== "no record" || !this.#index.has(this.#segment)) return false;
    const found = this.#bytes.findRecord(this.#index.file(this.#segment), this.#offset + 1, this.#next);
    if (found?.seq !== this.#next || found.seq >= this.#index.limitOf(this.#segment)) return false;
    this.#offset = found.offset;
    this.#passed = found.seq - 1;
    return true;
  }

  #endOf(stopped: "no more" | "no record" | "gap"): ReadEnd {
    const { first } = this.#index;
    const missing = this.#index.hasLater(this.#segment) || stopped === "gap";
    if (stopped === "no more" && !missing) return { kind: "end" };
    const here = this.#index.has(this.#segment) ? this.#segment : (first?.number ?? 0);
    const file = this.#index.file(here);
    const offset = this.#offset;
    // The disk had the unreadable call.
    if (this.#form === "synced" && this.#isSynced(here)) return { kind: "damaged", file, offset };
    if (missing || this.#bytes.findRecord(file, offset + 1, this.#next + 1) !== undefined)
      return { kind: this.#form === "synced" ? "unsynced" : "damaged", file, offset };
    // Calls that were applied or given up cannot be read: the file ends with them.
    return this.#passed < this.#next - 1 ? { kind: "end" } : { kind: "torn", file, offset };
  }

  /** Whether the disk had the call `next`, of which the segment `first` or a later one has no readable record. */
  #isSynced(first: number): boolean {
    return this.#rest(first).some(([segment, from]) =>
      this.#bytes.isSynced(this.#index.file(segment), from, this.#next),
    );
  }
}
