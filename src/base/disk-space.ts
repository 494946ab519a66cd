import { statfsSync } from "node:fs";

const freshMs = 1000;

/** The free space of a folder's disk, read at most once per second: cheap enough for every call. */
export class DiskSpace {
  readonly #folder: string;
  readonly #reserve: number;
  #readAt = Number.NEGATIVE_INFINITY;
  #free: number | undefined;

  /** `reserve` is in bytes. */
  constructor(folder: string, reserve: number) {
    this.#folder = folder;
    this.#reserve = reserve;
  }

  /** Bytes that this process can still write; undefined if the system does not report them. */
  get free(): number | undefined {
    const now = performance.now();
    if (now - this.#readAt >= freshMs) {
      this.#readAt = now;
      this.#free = freeBytes(this.#folder);
    }
    return this.#free;
  }

  /** Whether the free space is below the reserve. */
  get low(): boolean {
    const { free } = this;
    return free !== undefined && free < this.#reserve;
  }
}

function freeBytes(folder: string): number | undefined {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return undefined;
  }
}

/** The size of a folder's disk; undefined if the system does not report it. */
export function totalBytes(folder: string): number | undefined {
  try {
    const { blocks, bsize } = statfsSync(folder);
    return blocks * bsize;
  } catch {
    return undefined;
  }
}
