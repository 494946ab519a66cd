import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { minuteMs } from "../../src/base/durations.ts";
import { readHeld } from "../../src/decisions/held.ts";
import { kinds } from "../harness.ts";
import { accountStories } from "./account-stories.ts";
import { signInStories } from "./sign-in-stories.ts";
import { playStories } from "./stories.ts";
import { startWorld, type World } from "./world.ts";

const replayedOf = async ({ service }: World) => (await readHeld(service.app.database))?.replayed;

/** What all logs of a world have. */
const logged = ({ folder }: World): string =>
  readdirSync(join(folder, "decisions"))
    .filter((name) => name.endsWith(".log"))
    .map((name) => readFileSync(join(folder, "decisions", name), "utf8"))
    .join("");

for (const kind of kinds)
  describe.skipIf(kind.missing)(`restores on ${kind.dialect}`, () => {
    test("ways to sign in that ended stay ended", async () => {
      const world = await startWorld(kind);
      try {
        await playStories(world, signInStories, 2 * minuteMs);
        expect(await replayedOf(world)).toEqual({
          "access tokens ended": 3,
          "accounts blocked": 2,
          "apps of second factors replaced": 1,
          "email addresses left": 1,
          "mailboxes closed": 1,
          "passwords replaced": 2,
          "recovery codes used or replaced": 4,
          "roles of operators lowered": 3,
          "second factors removed": 1,
        });
        expect(logged(world)).not.toContain("@");
      } finally {
        await world.end();
      }
    }, 120_000);

    test("what was erased, revoked or cancelled stays so", async () => {
      const world = await startWorld(kind);
      try {
        await playStories(world, accountStories, 2 * minuteMs);
        expect(await replayedOf(world)).toEqual({
          "accounts erased": 2,
          "erasures of vehicle records": 3,
          "keys ended": 2,
          "mailboxes closed": 2,
          "operator tokens replaced": 1,
          "signing keys revoked": 1,
          "subscriptions deleted, cancelled or suspended": 4,
          "subscriptions shortened": 1,
          // The webhook of an erased account.
          "webhooks deleted": 1,
        });
        expect(logged(world)).not.toMatch(/@|202[ .]555|1HGCM82633A004352/);
      } finally {
        await world.end();
      }
    }, 120_000);
  });
