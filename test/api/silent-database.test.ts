import { expect, test } from "bun:test";
import type { Database } from "../../src/database/database.ts";
import { embedded, meteringOver, startService } from "../harness.ts";

test("a change is refused while the database does not answer", async () => {
  const fresh = await embedded[0]!.migrated();
  const real = await fresh.open();
  let thawed: PromiseWithResolvers<void> | undefined;
  const database: Database = {
    ...{
      dialect: real.dialect,
      all: real.all.bind(real),
      get: real.get.bind(real),
      run: real.run.bind(real),
    },
    get silentMs() {
      return thawed ? 1000 : 0;
    },
    async transaction(work, options) {
      await thawed?.promise;
      return real.transaction(work, options);
    },
    close: () => real.close(),
  };
  const service = await startService(embedded[0], {}, { database, ...meteringOver(real) });
  const change = (display_name: string) =>
    service.ask("PUT", "/products/late", { headers: service.operatorHeaders, json: { display_name } });
  thawed = Promise.withResolvers();
  // Without its bound, this would wait as long as the database does.
  const { status, headers, body } = await change("Late");
  expect([status, headers.get("retry-after"), body]).toEqual([
    503,
    "1",
    expect.objectContaining({ code: "unavailable" }),
  ]);
  thawed.resolve();
  thawed = undefined;
  expect((await change("Again")).status).toBe(200);
  await service.end();
  await fresh.end();
});
