import { afterAll, beforeAll, expect, test } from "bun:test";
import { Arrivals } from "../../../../test/arrivals.ts";
import { type Fresh, kinds } from "../../../../test/database/databases.ts";
import { migrations } from "../../../../test/database/migrations.ts";
import { createVault } from "../../../access/vault.ts";
import { createLog } from "../../../base/log.ts";
import { outboundAllow } from "../../../base/settings/setting.ts";
import type { Database } from "../../../database/database.ts";
import { migrate } from "../../../database/migrate.ts";
import { sql } from "../../../database/sql.ts";
import { OutboundGuard } from "../../../outbound/guard.ts";
import { createSecret, secretContext } from "../../../outbox/signature.ts";
import { writeEvents } from "../../../outbox/write-events.ts";
import { Deliverer } from "../delivery/deliver.ts";
import { answerOk, type Receiver, startReceiver } from "./receiver.ts";

const endpoints = 200;
const events = 3;
const vault = createVault(new Uint8Array(32));
const from = Date.UTC(2026, 10, 21);
let now = from;
let fresh: Fresh;
let db: Database;
let receiver: Receiver;

beforeAll(async () => {
  fresh = await kinds[0]!.fresh();
  db = await fresh.open();
  await migrate(db, migrations);
  receiver = startReceiver();
});
afterAll(async () => {
  await receiver.stop();
  await fresh.end();
});

test("200 endpoints of a host that returns after an hour are tried one by one at first", async () => {
  for (let at = 0; at < endpoints; at++) {
    const id = `w${String(at).padStart(3, "0")}`;
    await db.run(sql`
      insert into webhook (id, user_id, url, description, types, credit_thresholds, sealed, state, created_at, updated_at)
      values (${id}, ${`account ${at}`}, ${`${receiver.url}/${id}`}, '', '["key.replaced"]', '[]',
        ${vault.seal(createSecret(), secretContext(id))}, 'active', ${now}, ${now})`);
    await writeEvents(
      db,
      now,
      Array.from({ length: events }, () => ({
        type: "key.replaced" as const,
        owner: { userId: `account ${at}` },
        data: { subscription_id: "s", slot: "primary", former_expires_at: null },
      })),
    );
  }
  const guard = new OutboundGuard({ allow: outboundAllow("127.0.0.0/8") });
  const silent = createLog(
    () => now,
    () => undefined,
  );
  const deliverer = new Deliverer({
    database: db,
    vault,
    clock: () => now,
    log: silent,
    held: { current: undefined },
    holder: "one",
    guardOf: () => guard,
    apisOfFamily: () => [],
  });
  const turn = async () => {
    await deliverer.tick();
    await deliverer.settled();
  };
  receiver.answer = () => new Response(null, { status: 503 });
  for (; now < from + 3_600_000; now += 20_000) await turn();

  const arrivals = new Arrivals();
  receiver.answer = () =>
    arrivals.serve(async () => {
      await Bun.sleep(5);
      return answerOk();
    });
  const left = async () =>
    (await db.get<{ n: number }>(sql`select count(*) as n from webhook_delivery where state = 'pending'`))!.n;
  for (let times = 0; (await left()) > 0 && times < 3000; times++, now += 20_000) await turn();
  const { answered, beyond } = arrivals;
  expect({ answered, beyond }).toEqual({ answered: endpoints * events, beyond: 0 });
  await deliverer.close();
});
