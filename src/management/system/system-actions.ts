import { z } from "zod";
import { auditedChange } from "../../access/audited-change.ts";
import { type Context, endpoint } from "../../calls/context.ts";
import { databaseClock } from "../../database/clock.ts";
import { sql } from "../../database/sql.ts";
import { type Call, json } from "../../http/endpoint.ts";
import { conflict, notFound } from "../../http/errors.ts";
import { entityId } from "../common/identifiers.ts";
import { Backups, readBackups, requestBackup } from "./backup-state.ts";
import { aliveMs } from "./node-heartbeat.ts";

/** What an operator can do about a warning of the system page. */
export const systemActionEndpoints = [
  endpoint({
    id: "requestBackup",
    whileHeld: true,
    method: "POST",
    path: "/system/backup",
    tag: "System",
    summary: "Make the next scheduled backup now",
    description:
      "A node starts it within a second; `backups` of `GET /system` shows that it runs, and its result. 409 without VINGATE_BACKUP_DIR.",
    audience: "operator",
    permission: "service.change",
    response: z.object({ backups: Backups.describe("The state of the backups.") }),
    errors: ["conflict"],
    extension: true,
    handle: backUpNow,
  }),
  endpoint({
    id: "forgetNode",
    method: "DELETE",
    path: "/system/nodes/{instance}",
    tag: "System",
    summary: "Remove a node that has timed out from the list of nodes",
    description:
      "Its journal and reserved credits are not affected. A node that still runs appears again within five seconds. 409 for a node that is `alive`.",
    audience: "operator",
    permission: "service.change",
    params: z.object({ instance: entityId }),
    response: z.object({ instance: z.string() }),
    errors: ["not_found", "conflict"],
    extension: true,
    handle: forgetNode,
  }),
];

function backUpNow(context: Context, call: Call) {
  const { config, clock } = context;
  if (config.backupDir === undefined)
    throw conflict("No backups are scheduled. Set VINGATE_BACKUP_DIR, or run vingate backup FILE.");
  return auditedChange(context, call, "system.request_backup", "/system", async (tx, { at }) => {
    await requestBackup(tx, at);
    return { answer: json({ backups: await readBackups(tx, config, clock()) }) };
  });
}

function forgetNode(context: Context, call: Call<{ instance: string }>) {
  const { instance } = call.params;
  return auditedChange(context, call, "system.forget_node", "/system", async (tx) => {
    const row = await tx.get<{ name: string; silent_ms: number }>(sql`
      select name, ${databaseClock(context.database)} - seen_at as silent_ms from node where instance = ${instance}`);
    if (!row) throw notFound(`Node ${instance} not found.`);
    if (row.silent_ms < aliveMs) throw conflict(`Node ${row.name} is running.`);
    await tx.run(sql`delete from node where instance = ${instance}`);
    return { before: { name: row.name, instance }, answer: json({ instance }) };
  });
}
