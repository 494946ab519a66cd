import { closeSync, openSync, readdirSync, readSync, statSync } from "node:fs";
import { join } from "node:path";
import { decodeRecord, recordBytesMax } from "./record.ts";
import { decodeHeader, headerBytes, type SegmentHeader, segmentName, segmentNumber } from "./segment.ts";

/** The segments of a journal in order, from their headers. */
export class SegmentIndex {
  readonly #path: string;
  readonly #journalId: string;
  #headers: readonly SegmentHeader[] = [];

  constructor(path: string, journalId: string) {
    this.#path = path;
    this.#journalId = journalId;
  }

  /** Rereads which segments were begun or removed. */
  refresh(): void {
    const known = new Map(this.#headers.map((header) => [header.number, header]));
    const numbers = readdirSync(this.#path).flatMap((name) => segmentNumber(name) ?? []);
    this.#headers = numbers
      .sort((a, b) => a - b)
      .map((number) => known.get(number) ?? this.#read(number))
      // A file with an unfinished header contains no calls.
      .filter((header) => header?.journalId === this.#journalId) as SegmentHeader[];
  }

  file(number: number): string {
    return join(this.#path, segmentName(number));
  }

  has(number: number): boolean {
    return this.#headers.some((header) => header.number === number);
  }

  /** The call that the last segment begins with; 0 without a segment. */
  get lastFirstSeq(): number {
    return this.#headers.at(-1)?.firstSeq ?? 0;
  }

  firstSeqOf(number: number): number {
    return this.#headers.find((header) => header.number === number)?.firstSeq ?? 1;
  }

  /** The first segment, or none. */
  get first(): SegmentHeader | undefined {
    return this.#headers[0];
  }

  get numbers(): readonly number[] {
    return this.#headers.map(({ number }) => number);
  }

  /** The segment after `after` in which to look for a call; undefined if all begin later. */
  holding(seq: number, after: number): number | undefined {
    return this.#headers.findLast(({ number, firstSeq }) => number > after && firstSeq <= seq)?.number;
  }

  hasLater(number: number): boolean {
    return this.#headers.some((header) => header.number > number);
  }

  /** The first call of a segment that a later segment voids. */
  limitOf(number: number): number {
    const later = this.#headers.filter((header) => header.number > number);
    return Math.min(Number.POSITIVE_INFINITY, ...later.map(({ firstSeq }) => firstSeq));
  }

  /** The size of the calls after `seq` up to `last`: in proportion if a segment has others too. */
  bytesBetween(seq: number, last: number): number {
    let bytes = 0;
    for (const { number, firstSeq } of this.#headers) {
      const end = Math.min(this.limitOf(number), last + 1);
      const share = (end - Math.max(firstSeq, seq + 1)) / (end - firstSeq);
      if (share > 0) bytes += share * (statSync(this.file(number), { throwIfNoEntry: false })?.size ?? 0);
    }
    return Math.round(bytes);
  }

  /** A damaged header hides no calls: a segment begins with its first call. */
  #restored(number: number, handle: number): SegmentHeader | undefined {
    const bytes = Buffer.alloc(recordBytesMax);
    const first = decodeRecord(bytes, 0, readSync(handle, bytes, 0, recordBytesMax, headerBytes));
    if (first.kind !== "record") return undefined;
    return { journalId: this.#journalId, number, firstSeq: first.record.seq };
  }

  #read(number: number): SegmentHeader | undefined {
    const handle = openSync(this.file(number), "r");
    try {
      const bytes = Buffer.alloc(headerBytes);
      const header = decodeHeader(bytes.subarray(0, readSync(handle, bytes, 0, headerBytes, 0)));
      return header ?? this.#restored(number, handle);
    } finally {
      closeSync(handle);
    }
  }
}
