import type { Scratch } from "../../src/vin/answer/bytes.ts";

/** Keeps copies of a scratch's content, without Node's Buffer. */
export const createCopies =
  ({ bytes }: Scratch) =>
  (length: number): Uint8Array<ArrayBuffer> =>
    bytes.slice(0, length);
