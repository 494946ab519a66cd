import { expect, test } from "bun:test";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { receive } from "./receive.ts";

const pieceBytes = 65_536;

/** Receives chunks into a file; `received` has the state before each next one. */
async function received(pieces: AsyncGenerator<Uint8Array>, ended: Promise<never>): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "vingate-test-"));
  const file = join(folder, "file");
  try {
    const upload = { type: "", encoding: "", bytes: undefined, read: () => pieces } as never;
    const receiving = { compression: undefined, hasRoom: () => true, arrived: () => undefined, ended };
    await receive(upload, file, receiving);
    return readFileSync(file).length;
  } finally {
    if (existsSync(folder)) rmSync(folder, { recursive: true });
  }
}

test("written chunks are not kept in memory", async () => {
  const never = new Promise<never>(() => undefined);
  const seen: WeakRef<Uint8Array>[] = [];
  async function* pieces() {
    for (let index = 0; index < 100; index += 1) {
      const piece = new Uint8Array(pieceBytes);
      seen.push(new WeakRef(piece));
      yield piece;
    }
  }
  expect(await received(pieces(), never)).toBe(100 * pieceBytes);
  await Bun.sleep(0);
  Bun.gc(true);
  expect(seen.filter((piece) => piece.deref() !== undefined).length).toBeLessThan(20);
  await Promise.race([never, undefined]);
});

test("an early end rejects immediately, for silent senders and during writes", async () => {
  const stopped = Promise.withResolvers<never>();
  async function* silent() {
    yield new Uint8Array(pieceBytes);
    stopped.reject(new Error("stopped"));
    await new Promise(() => undefined);
  }
  await expect(received(silent(), stopped.promise)).rejects.toThrow("stopped");
  const early = Promise.reject(new Error("stopped before"));
  // Handled immediately, so that the rejection is never unhandled.
  early.catch(() => undefined);
  async function* endless() {
    for (;;) yield new Uint8Array(pieceBytes);
  }
  await expect(received(endless(), early)).rejects.toThrow("stopped before");
});
