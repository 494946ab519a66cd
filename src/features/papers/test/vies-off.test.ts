import { expect, test } from "bun:test";
import { signedIn } from "../../../../test/callers.ts";
import { startClocked } from "../../../../test/clocked-service.ts";
import { kinds, signUp } from "../../../../test/harness.ts";
import { sql } from "../../../database/sql.ts";
import { opened } from "../../../running/opened.ts";
import { Papers } from "../papers.ts";
import { enterSeller } from "./issued.ts";
import { ViesStub } from "./vies-stub.ts";

const details = { company: "Acme Fleet GmbH", country: "DE", tax_id: "DE 123 456 788" };

test("VIES is off until it is turned on", async () => {
  const stub = new ViesStub();
  const [kind] = kinds;
  const service = await startClocked(kind!, { VINGATE_VIES_URL: stub.settings.VINGATE_VIES_URL! });
  await enterSeller(service.db);
  const buyer = await signUp(service);
  const put = await service.ask("PUT", `/users/${buyer.userId}/billing-details`, {
    headers: await signedIn(service, buyer),
    json: details,
  });
  await opened(service.app, Papers).taxIds.look();
  expect([put.body, stub.asked]).toMatchObject([
    { tax: { category: "AE" }, tax_id_check: { state: "by_form" } },
    [],
  ]);
  expect(await service.db.all(sql`select account_id from tax_id_check`)).toEqual([]);
  await service.end();
  await stub.stop();
});
