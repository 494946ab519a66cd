import { closeSync, createReadStream, openSync, renameSync, statSync, truncateSync } from "node:fs";
import type { BatchResult } from "../../../sdk/typescript/src/index.ts";
import { BufferedOutput } from "../../cli/buffered-output.ts";
import type { Format } from "./batch-format.ts";

/** What an interrupted run has written: whole lines of results, and the bytes up to the end of the last one. */
interface Kept {
  readonly results: number;
  readonly bytes: number;
}

const lineEnd = 10;

async function keptIn(file: string, head: string): Promise<Kept> {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return { results: 0, bytes: 0 };
  let lines = 0;
  let read = 0;
  let bytes = 0;
  for await (const chunk of createReadStream(file) as AsyncIterable<Uint8Array>) {
    for (let at = chunk.indexOf(lineEnd); at >= 0; at = chunk.indexOf(lineEnd, at + 1)) {
      lines += 1;
      bytes = read + at + 1;
    }
    read += chunk.length;
  }
  const headLines = head === "" ? 0 : 1;
  return lines < headLines ? { results: 0, bytes: 0 } : { results: lines - headLines, bytes };
}

/** Where results go: standard output, or a file that gets its name when it is whole. */
export class BatchOutput {
  /** Results of an interrupted run. */
  readonly kept: number;
  /** The file until it is whole. */
  readonly partial: string | undefined;
  readonly #file: string | undefined;
  readonly #format: Format;
  readonly #descriptor: number;
  readonly #output: BufferedOutput;
  #isEmpty: boolean;

  private constructor(format: Format, file: string | undefined, partial: string | undefined, kept: Kept) {
    this.#format = format;
    this.#file = file;
    this.partial = partial;
    this.kept = kept.results;
    if (partial !== undefined && kept.bytes > 0) truncateSync(partial, kept.bytes);
    this.#descriptor = partial === undefined ? 1 : openSync(partial, kept.bytes > 0 ? "a" : "w");
    this.#output = new BufferedOutput(this.#descriptor);
    this.#isEmpty = kept.results === 0;
    if (kept.bytes === 0) this.#output.text(format.head);
  }

  static toTerminal(format: Format): BatchOutput {
    return new BatchOutput(format, undefined, undefined, { results: 0, bytes: 0 });
  }

  /** With an `id` of input and settings it goes on where an interrupted run with the same one has ended. */
  static async toFile(format: Format, file: string, id: string | undefined): Promise<BatchOutput> {
    const partial = id === undefined ? `${file}.part` : `${file}.${id}.part`;
    const kept = id === undefined ? { results: 0, bytes: 0 } : await keptIn(partial, format.head);
    return new BatchOutput(format, file, partial, kept);
  }

  add(result: BatchResult): void {
    this.#output.text(`${this.#isEmpty ? "" : this.#format.between}${this.#format.line(result)}\n`);
    this.#isEmpty = false;
  }

  /** Writes what was added, while more is added. */
  flush(): Promise<void> {
    return this.#output.handOver();
  }

  /** Writes the end, and gives the file its name. */
  async finish(): Promise<void> {
    this.#output.text(this.#format.tail);
    await this.close();
    if (this.partial !== undefined && this.#file !== undefined) renameSync(this.partial, this.#file);
  }

  async close(): Promise<void> {
    await this.#output.end();
    if (this.#descriptor !== 1) closeSync(this.#descriptor);
  }
}
