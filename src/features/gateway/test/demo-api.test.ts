import { describe, expect, test } from "bun:test";
import { kinds, signUp, startService } from "../../../../test/harness.ts";
import { until } from "../../../../test/until.ts";
import { authContext, sealCredentials } from "../../../access/upstream-credentials.ts";
import { sql } from "../../../database/sql.ts";
import { DemoApi } from "../demo/demo-api.ts";
import { demoApiId, demoRegistration } from "../demo/demo-registration.ts";

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`the demo API on ${kind.dialect}`, () => {
    test("processes share its port, and leave one that is taken", async () => {
      const service = await startService(kind);
      const { database, log, clock, identity } = service.app;
      const make = () => new DemoApi({ database, log, port: 0 });
      const [first, second] = [make(), make()];
      const taken = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
      try {
        await Promise.all([first.start(), second.start()]);
        expect([first.port, second.port]).toEqual([undefined, undefined]);
        await database.transaction((tx) => demoRegistration.add(tx, clock()));
        const follow = async () => {
          for (let round = 0; round < 2; round += 1)
            for (const one of [first, second]) {
              one.changed(`/apis/${demoApiId}`);
              await one.start();
            }
        };
        await follow();
        expect(first.port).toBeGreaterThan(0);
        expect(second.port).toBe(first.port);
        const credential = [{ header: "X-Key", value: "for another backend" }];
        const sealed = sealCredentials(credential, identity.vault, authContext(demoApiId));
        await service.change(sql`
          update api set service_url = ${`http://127.0.0.1:${taken.port}`}, auth_header = ${sealed.authHeader},
            auth_sealed = ${sealed.authSealed}
          where id = ${demoApiId}`);
        await follow();
        const named = await database.get(
          sql`select service_url, auth_header, auth_names, auth_sealed from api where id = ${demoApiId}`,
        );
        expect(named).toEqual({
          service_url: `http://127.0.0.1:${first.port}`,
          auth_header: null,
          auth_names: null,
          auth_sealed: null,
        });
        expect(first.port).not.toBe(taken.port);
        expect(second.port).toBe(first.port);
        await identity.keys.refresh();
        const customer = await signUp(service);
        const call = () =>
          service.ask("GET", `/${demoApiId}/stations/demo-01`, { headers: { "x-authkey": customer.key } });
        const got = await until(async () => {
          const answer = await call();
          return answer.status === 200 && answer;
        }, "the demo API answers");
        expect(got.body).toEqual({
          notice: "Synthetic demo data. No such station exists.",
          id: "demo-01",
          name: "Demo Street 100",
          city: "Austin",
          state: "TX",
          plugs: ["CCS", "NACS"],
          kilowatts: 50,
          price_per_kwh: 0.31,
        });
        // An operator leads it elsewhere.
        await service.change(sql`
          update api set service_url = 'https://example.com' where id = ${demoApiId}`);
        await follow();
        expect([first.port, second.port]).toEqual([undefined, undefined]);
        await database.transaction((tx) => demoRegistration.remove(tx, clock()));
        await identity.keys.refresh();
        await until(async () => (await call()).status === 404, "the demo API is removed");
      } finally {
        taken.stop(true);
        await Promise.all([first.close(), second.close()]);
        await service.end();
      }
    });
  });
}
