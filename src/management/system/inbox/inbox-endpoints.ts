import { z } from "zod";
import { actorName } from "../../../access/audit.ts";
import { auditedChange } from "../../../access/audited-change.ts";
import { isoTime } from "../../../base/clock.ts";
import { type Context, endpoint } from "../../../calls/context.ts";
import { type BodyCall, json } from "../../../http/endpoint.ts";
import { conflict, notFound } from "../../../http/errors.ts";
import { entityId, line } from "../../common/identifiers.ts";
import { arrange } from "./arrange.ts";
import { Inbox, PutOffDone } from "./inbox-record.ts";
import { readInbox, readItems } from "./read-inbox.ts";
import { putOffMs, putOffs } from "./stored-items.ts";

const common = { tag: "System", audience: "operator", permission: "inbox.view", extension: true } as const;

const PutOffRequest = z.object({ reason: line(500).describe("Why it can wait. The audit log has it.") });

export const inboxEndpoints = [
  endpoint({
    ...common,
    id: "getInbox",
    method: "GET",
    path: "/system/inbox",
    summary: "Read what needs an operator, the most urgent first",
    description:
      "Approvals, money to match, send or decide, failing webhooks, mail, backups and nodes, and what the doctor found last on each node. A row goes when its cause goes. Rows, counts and closed rows are those for which the caller's role has the permission.",
    response: Inbox,
    handle: async (context, call) => json(await readInbox(context, call.caller)),
  }),
  endpoint({
    ...common,
    id: "putOffInboxRow",
    method: "POST",
    path: "/system/inbox/{id}/put-off",
    effect: "change",
    whileHeld: true,
    summary: "Put a row of Inbox off for seven days",
    description:
      "Only rows of the band `later`. With a row of several all of them are put off. It counts again after seven days, or as soon as it is more urgent. 409 for rows of the other bands.",
    params: z.object({ id: entityId }),
    body: PutOffRequest,
    response: PutOffDone,
    errors: ["not_found", "conflict"],
    handle: putOff,
  }),
];

async function putOff(context: Context, call: BodyCall<typeof PutOffRequest, { id: string }>) {
  const { id } = call.params;
  const { reason } = call.body;
  const { items, now } = await readItems(context, call.caller);
  const row = arrange(items, now).find((one) => one.id === id);
  if (!row) throw notFound(`Row ${id} not found: its cause is gone, or it is put off.`);
  const meant = row.count > 1 ? items.filter(({ kind }) => kind === row.kind) : [row];
  if (row.band !== "later")
    throw conflict(`Row ${id} cannot be put off: it needs somebody within seven days.`);
  return auditedChange(context, call, "inbox.put_off", `/system/inbox/${id}`, async (tx, { at }) => {
    const until = at + putOffMs;
    const actor = actorName(call.caller);
    await putOffs.add(
      tx,
      meant.map(({ id: itemId }) => ({ itemId, at, until, actor, reason })),
    );
    const shown = { until: isoTime(until), reason };
    return { after: { code: row.code, ...shown }, answer: json({ id, ...shown }) };
  });
}
