import { z } from "zod";
import { type AuditContext, auditContext, recordAudit } from "../../access/audit.ts";
import { isoTime } from "../../base/clock.ts";
import { type Context, endpoint } from "../../calls/context.ts";
import type { Queries } from "../../database/database.ts";
import { type Held, heldObject, readHeld } from "../../decisions/held.ts";
import type { Restoring } from "../../decisions/restoring.ts";
import { countUndecided, countWaiting, type Messages, resume } from "../../decisions/resume.ts";
import { type BodyCall, json } from "../../http/endpoint.ts";
import { conflict } from "../../http/errors.ts";

const counts = z.record(z.string(), z.int());

/** Why the service is held, and what an operator decides. */
export const HeldRecord = z.object({
  epoch: z.int().describe("The number of the epoch that began."),
  since: z.string().describe("When it began."),
  causes: z.array(z.string()).describe("Why, as sentences without a full stop."),
  gap_from: z.string().nullable().describe("The last moment that the database has; null if no log says it."),
  gap_to: z.string().nullable().describe("The last moment that a decision log has."),
  replayed: counts.describe("Decisions that were made again, by what they are."),
  unknown: counts.describe("Decisions that this program cannot make again, by their kind."),
  calls_lost: z.int().describe("Answered calls that neither the database nor a journal here has."),
  logs_unread: z.array(z.string()).describe("Decision logs of other nodes that have not been read since."),
  waiting: counts.describe("Messages from before that wait. `resume` drops or sends them."),
  undecided: counts.describe("What must be known or decided first: until it is empty, `resume` is refused."),
  notes: z.array(z.string()).describe("What is known of it, as sentences without a full stop."),
});

const ResumeRequest = z
  .object({
    messages: z
      .enum(["drop", "send"])
      .default("drop")
      .describe("What becomes of messages that waited: some may have been sent before."),
  })
  .meta({ id: "ResumeRequest", example: { messages: "drop" } });

const Resumed = z.object({ held: z.null().describe("Nothing is held.") });

/** What is held, with the messages that wait; null if nothing is. */
export async function shownHeld(
  db: Queries,
  restoring: readonly Restoring[],
): Promise<z.output<typeof HeldRecord> | null> {
  const held = await readHeld(db);
  if (!held) return null;
  const notes = await Promise.all(restoring.map((one) => one.notes?.(db, held.since) ?? []));
  return {
    ...shown(held, await countWaiting(db, restoring, held.since)),
    undecided: await countUndecided(db, restoring),
    notes: notes.flat(),
  };
}

const shown = (
  held: Held,
  waiting: Awaited<ReturnType<typeof countWaiting>>,
): Omit<z.output<typeof HeldRecord>, "undecided" | "notes"> => ({
  epoch: held.epoch,
  since: isoTime(held.since),
  causes: [...held.causes],
  gap_from: held.gap && isoTime(held.gap.from),
  gap_to: held.gap && isoTime(held.gap.to),
  replayed: held.replayed,
  unknown: held.unknown,
  calls_lost: held.callsLost,
  logs_unread: [...held.unread],
  waiting: Object.fromEntries(waiting.map(({ shown, count }) => [shown, count])),
});

export const resumeEndpoints = [
  endpoint({
    id: "resumeService",
    effect: "money",
    method: "POST",
    path: "/system/resume",
    tag: "System",
    summary: "Resume charging, sending and granting after a restore",
    description:
      "`held` of `GET /system` shows what was found. Messages that waited when the database went back are dropped unless `messages` is `send`. 409 if nothing is held, and while something of `undecided` is left.",
    audience: "operator",
    permission: "service.change",
    whileHeld: true,
    body: ResumeRequest,
    response: Resumed,
    errors: ["conflict"],
    extension: true,
    handle: resumeService,
  }),
];

async function resumeService(context: Context, call: BodyCall<typeof ResumeRequest>) {
  const audit = auditContext(context, call);
  const answer = await call.change(async (tx) => {
    if (!(await resumeAudited(tx, context.restoring, call.body.messages, audit)))
      throw conflict("Nothing is held: the service charges and sends already.");
    return json({ held: null });
  });
  // The next call on this node is not refused; others read it within a second.
  await context.held.refresh();
  return answer;
}

/** Why the service cannot resume yet; undefined if it can. */
export function whyNotResumed(undecided: Readonly<Record<string, number>>): string | undefined {
  const left = Object.entries(undecided).map(([what, number]) => `${number} ${what}`);
  if (left.length === 0) return undefined;
  return `Undecided: ${left.join(", ")}. Nothing was resumed. The page System, or "vingate resume --show", has what to do.`;
}

/** Resumes, for the operation and the command. False if nothing is held. Throws 409 while something is undecided. */
export async function resumeAudited(
  tx: Queries,
  restoring: readonly Restoring[],
  messages: Messages,
  audit: AuditContext,
): Promise<boolean> {
  const before = await shownHeld(tx, restoring);
  if (!before) return false;
  const why = whyNotResumed(before.undecided);
  if (why !== undefined) throw conflict(why);
  if (!(await resume(tx, restoring, messages))) return false;
  await recordAudit(tx, {
    ...audit,
    action: "system.resume",
    object: heldObject,
    before,
    after: { messages },
  });
  return true;
}
