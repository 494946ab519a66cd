import { expect, test } from "bun:test";
import { sufferMailKills } from "./torture.ts";

test("mails survive kills, and few are sent twice", async () => {
  const plan = { dialect: "sqlite", nodes: 1 } as const;
  const { broken, figures } = await sufferMailKills(plan, {
    mails: 200,
    customers: 3,
    killAfterMs: 150,
    killsMax: 2,
  });
  expect(broken).toEqual([]);
  expect(figures).toMatchObject({ mails: 200, lost: 0 });
  expect(figures.kills).toBe(2);
});
