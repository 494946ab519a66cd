import type { Kind } from "../../../../test/database/databases.ts";
import { startOf } from "../days/calendar.ts";
import { type MovedScene, startMoved } from "./moved-scene.ts";

const hour = 3_600_000;

/** A subscription that moves on days of two months, which are proved, and the statements of the first. */
export async function startMovedMonths(kind: Kind): Promise<MovedScene> {
  const scene = await startMoved(kind);
  const { service, lena, bruno, organizationId: acme } = scene;
  const id = lena.subscriptionId;
  const at = (time: string) => service.setTime(Date.parse(`${time}:00Z`));
  const prove = async (day: string) => {
    await service.prove(day);
    // On PostgreSQL a day is signed an hour later.
    await service.setTime(startOf(day) + 2 * hour);
  };
  await at("2026-11-21T10:00");
  for (let count = 0; count < 3; count++) await scene.call(lena);
  await scene.call(bruno);
  await prove("2026-11-22");
  await at("2026-11-22T09:00");
  await scene.call(lena);
  await scene.grant(id, 100);
  await scene.call(lena, undefined, true);
  await scene.move(id, acme, "transfer");
  await scene.call(lena);
  await scene.call(lena);
  await scene.grant(id, 10);
  await prove("2026-12-01");
  for (const account of [lena.userId, acme]) await scene.statement(account, "2026-11");
  await at("2026-12-01T08:00");
  await scene.call(lena);
  await scene.call(lena);
  await scene.move(id, bruno.userId, "PATCH");
  await scene.call(lena);
  await scene.grant(id, -20);
  await scene.move(id, acme, "PUT");
  await scene.call(lena);
  await prove("2026-12-03");
  await at("2026-12-03T08:00");
  await scene.call(lena);
  await scene.move(id, lena.userId, "transfer");
  await scene.call(lena);
  await scene.grant(id, 7);
  await prove("2026-12-05");
  return scene;
}
