import { expect, test } from "bun:test";
import { embedded } from "../harness.ts";
import { takeBack } from "./points.ts";

// `npm run restores` takes both databases back to many points.
test("decisions hold after a database went back again and again", async () => {
  expect(await takeBack(embedded[0]!, 3, 1)).toEqual({ points: 3, decided: 18, lookups: 72, undone: [] });
}, 120_000);
