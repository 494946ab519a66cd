import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { kinds } from "../../database/databases.ts";
import { addCustomers } from "../../torture/customers.ts";
import { type Installation, install, operatorToken } from "../../torture/installation.ts";
import { frozen, locked } from "../../torture/outages.ts";
import { until } from "../../until.ts";

/** One second by design, and a margin for a busy machine; a statement's own deadline is five. */
const answeredMs = 4000;

for (const { dialect, missing } of kinds)
  describe.skipIf(missing)(`management beside a database that hangs, on ${dialect}`, () => {
    let service: Installation;
    let subscription: string;
    beforeAll(async () => {
      service = await install({ dialect, nodes: 1, ownServer: true });
      subscription = (await addCustomers(service, 100))[0]!.subscription;
    }, 180_000);
    afterAll(() => service?.end());

    async function ask(method: string, body?: object) {
      const begun = performance.now();
      const answer = await fetch(`http://127.0.0.1:${service.nodes[0]!.port}/subscriptions/${subscription}`, {
        method,
        headers: { authorization: `Bearer ${operatorToken}`, "content-type": "application/json" },
        ...(body && { body: JSON.stringify(body) }),
      });
      const { code } = (await answer.json()) as { code?: string };
      const soon = performance.now() - begun < answeredMs;
      return [answer.status, code, answer.headers.get("retry-after"), soon];
    }

    test("is refused within two seconds and recovers", async () => {
      const end = await (dialect === "postgres" ? frozen : locked).begin(service);
      const refused = [503, "unavailable", "1", true];
      const changes = ["one", "two", "three"].map((display_name) => ask("PATCH", { display_name }));
      expect(await Promise.all(changes)).toEqual([refused, refused, refused]);
      // SQLite can be read while another connection writes.
      expect(await ask("GET")).toEqual(dialect === "postgres" ? refused : [200, undefined, null, true]);
      await end();
      await until(
        async () => (await ask("PATCH", { display_name: "four" }))[0] === 200,
        "a change succeeds again",
      );
      expect(await ask("GET")).toEqual([200, undefined, null, true]);
    }, 180_000);
  });
