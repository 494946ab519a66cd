import { describe, expect, test } from "bun:test";
import { minuteMs } from "../../src/base/durations.ts";
import { readHeld } from "../../src/decisions/held.ts";
import { kinds, signUp, testStart } from "../harness.ts";
import { startWorld, type World } from "./world.ts";

const vin = "/vin-decoder/5J6RW2H59JL990075";

async function statusOf({ service }: World, key: string): Promise<number> {
  return (await service.ask("GET", vin, { headers: { "x-authkey": key } })).status;
}

async function replaceKey({ service }: World, subscriptionId: string): Promise<string> {
  const got = await service.ask("POST", `/subscriptions/${subscriptionId}/regeneratePrimaryKey`, {
    headers: service.operatorHeaders,
  });
  expect(got.status).toBe(200);
  return (got.body as { primary_key: string }).primary_key;
}

const heldOf = async ({ service }: World) => readHeld(service.app.database);

for (const kind of kinds)
  describe.skipIf(kind.missing)(`restores on ${kind.dialect}`, () => {
    test("a replaced key stays replaced, and what gives waits", async () => {
      const world = await startWorld(kind);
      try {
        const account = await signUp(world.service);
        const point = await world.point();
        world.service.advance(2 * minuteMs);
        await replaceKey(world, account.subscriptionId);
        expect(await statusOf(world, account.key)).toBe(401);
        await world.goBack(point);
        expect(await statusOf(world, account.key)).toBe(401);
        expect(await statusOf(world, account.secondaryKey)).toBe(200);
        const held = await heldOf(world);
        expect({ ...held, causes: held?.causes.map((cause) => cause.replace(/[0-9a-f]{32}/, "ID")) }).toEqual(
          {
            epoch: 2,
            since: world.service.app.clock(),
            causes: ["it lacks transactions that the decision log ID confirms"],
            gap: { from: testStart, to: testStart + 2 * minuteMs },
            replayed: { "keys replaced": 1 },
            unknown: {},
            callsLost: 0,
            unread: [],
            endsItself: false,
          },
        );
      } finally {
        await world.end();
      }
    });
  });
