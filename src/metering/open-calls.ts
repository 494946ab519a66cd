/** A request takes so long at most until it reserves its credits. Milliseconds. */
const admissionMs = 3000;
const sliceMs = 1000;

/** When the calls began that are not applied yet, by the second. */
export class OpenCalls {
  /** Calls that have not ended. */
  readonly #open = new Map<number, number>();
  /** The last seq of calls that have ended. */
  readonly #written = new Map<number, number>();

  /** Returns what `end` needs. `now`: wall clock. */
  begin(now: number): number {
    const slice = Math.floor(now / sliceMs);
    this.#open.set(slice, (this.#open.get(slice) ?? 0) + 1);
    return slice;
  }

  /** `seq` of its record, if it has one. */
  end(slice: number, seq: number | undefined): void {
    const left = (this.#open.get(slice) ?? 1) - 1;
    if (left > 0) this.#open.set(slice, left);
    else this.#open.delete(slice);
    if (seq !== undefined) this.#written.set(slice, Math.max(seq, this.#written.get(slice) ?? 0));
  }

  /** All calls that began before this time are applied. Milliseconds UTC. */
  clearAt(now: number, appliedSeq: number): number {
    for (const [slice, seq] of this.#written) if (seq <= appliedSeq) this.#written.delete(slice);
    let first = (now - admissionMs) / sliceMs;
    for (const slice of this.#open.keys()) first = Math.min(first, slice);
    for (const slice of this.#written.keys()) first = Math.min(first, slice);
    return Math.floor(first * sliceMs);
  }
}
