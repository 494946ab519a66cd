import { describe, expect, test } from "bun:test";
import { minuteMs } from "../../src/base/durations.ts";
import { coreOperations } from "../../src/server/core-operations.ts";
import { asker, signedIn } from "../callers.ts";
import { kinds, problem, signUp } from "../harness.ts";
import { startWorld } from "./world.ts";

test("operations that change something while the service is held", () => {
  const whileHeld = coreOperations.flatMap((one) => ("whileHeld" in one && one.whileHeld ? one.id : []));
  expect(whileHeld.sort()).toEqual([
    "beginSecondFactor",
    "checkLedger",
    "chooseAccount",
    "closeAccount",
    "confirmSecondFactor",
    "createRecoveryCodes",
    "createResetLink",
    "enterFromHost",
    "findKeys",
    "listSecrets",
    "listUserSubscriptionSecrets",
    "logOut",
    "patchUser",
    "previewProductPolicy",
    "putOffInboxRow",
    "regeneratePrimaryKey",
    "regenerateSecondaryKey",
    "regenerateTestKey",
    "requestBackup",
    "resetPassword",
    "resumeService",
    "search",
    "searchAccount",
    "signIn",
    "stepUp",
    "takeAddressBack",
  ]);
});

for (const kind of kinds)
  describe.skipIf(kind.missing)(`a held service on ${kind.dialect}`, () => {
    test("an operator signs in and resumes it, and until then nothing is given", async () => {
      const world = await startWorld(kind);
      try {
        const { operatorHeaders: headers } = world.service;
        const owner = { email: "owner@example.com", password: "long enough 1" };
        const made = await world.service.ask("POST", "/users/owner", {
          headers,
          json: { ...owner, first_name: "A", last_name: "B", role: "operator", operator_role: "owner" },
        });
        expect(made.status).toBe(200);
        const { subscriptionId } = await signUp(world.service);
        const point = await world.point();
        world.service.advance(2 * minuteMs);
        const ended = await signUp(world.service);
        await world.service.ask("DELETE", `/users/${ended.userId}`, { headers });
        await world.goBack(point);
        const ask = asker(world.service, await signedIn(world.service, owner));
        const give = () => ask("POST", `/subscriptions/${subscriptionId}/credits`, { change: 5 });
        const refused = await give();
        const detail =
          "The service was restored, and an operator has not resumed it yet. Nothing was changed.";
        expect(refused.body).toEqual(problem("held", 503, "Held after a restore", detail, refused));
        expect((await ask("POST", "/auth/step-up", { password: owner.password })).status).toBe(200);
        expect((await ask("POST", "/system/resume", {})).body).toEqual({ held: null });
        await world.service.app.held.refresh();
        expect((await give()).status).toBe(200);
      } finally {
        await world.end();
      }
    });
  });
