import { expect, test } from "bun:test";
import type { Database } from "../../database/database.ts";
import { runQueued } from "./usage-read.ts";

for (const dialect of ["sqlite", "postgres"] as const)
  test(`parts of reports are read one after another on ${dialect}`, async () => {
    const db = { dialect } as Database;
    let running = 0;
    const atOnce: number[] = [];
    const part = (fails: boolean) =>
      runQueued(db, async () => {
        running += 1;
        atOnce.push(running);
        await new Promise((resolve) => setImmediate(resolve));
        running -= 1;
        if (fails) throw new Error("it failed");
      });
    const ended = await Promise.allSettled([part(false), part(true), part(false)]);
    expect(ended.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(atOnce).toEqual([1, 1, 1]);
  });
