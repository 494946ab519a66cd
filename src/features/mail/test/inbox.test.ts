import { expect, test } from "bun:test";
import { hourMs } from "../../../base/durations.ts";
import { sql } from "../../../database/sql.ts";
import { openMailScene } from "./mail-scene.ts";

test("mails that wait for an hour and addresses that refuse mail are in Inbox", async () => {
  const scene = await openMailScene();
  const { database, clock } = scene.service.app;
  const read = async () => {
    const { rows } = (await scene.operator("GET", "/system/inbox")).body as {
      rows: Record<string, unknown>[];
    };
    return rows
      .filter((row) => row.kind === "mail")
      .map(({ id, band, found, since }) => [id, band, found, since]);
  };
  const add = (id: string, state: string, createdAt: number) =>
    database.run(sql`
      insert into mail (id, kind, address, state, due_at, created_at)
      values (${id}, 'test', 'a@example.com', ${state}, ${clock() + hourMs}, ${createdAt})`);
  await add("m1", "deferred", clock() - hourMs + 1);
  await add("m2", "failed", clock() - 2 * hourMs);
  expect(await read()).toEqual([]);
  scene.service.advance(1);
  await database.run(sql`
    insert into mail_address (address_key, address, response, refused_at) values ('a', 'a@example.com', '550', 1000)`);
  expect(await read()).toEqual([
    ["mail-late", "today", "1 mail not sent for an hour", "2026-11-20T23:00:00.001Z"],
    ["mail-refused", "later", "1 address refuses mail", "1970-01-01T00:00:01.000Z"],
  ]);
  await database.run(sql`update mail set state = 'sent' where id = 'm1'`);
  expect((await read()).map(([id]) => id)).toEqual(["mail-refused"]);
  await scene.end();
});
