import { purgeAudit } from "../../access/audit.ts";
import { purgeIdempotent } from "../../access/idempotency.ts";
import { purgeChanges } from "../../access/keys/changes.ts";
import { purgeLinks } from "../../access/links/purge.ts";
import { purgeFailures } from "../../access/password-failures.ts";
import { dayMs, minuteMs } from "../../base/durations.ts";
import { errorFields } from "../../base/log.ts";
import type { Context } from "../../calls/context.ts";
import { sql } from "../../database/sql.ts";
import { purgeCharged } from "../../metering/sharing/charged-calls.ts";
import { mergeSlots } from "../../metering/usage/merge-slots.ts";
import { purgeEvents } from "../../outbox/purge.ts";
import { keepsAuditFrom, keepsCallsFrom } from "../../running/call-ports.ts";
import { given } from "../../running/ports.ts";
import { fillKeyEndings } from "../subscriptions/key-endings.ts";
import { purgeClosedMailboxes } from "../users/mailbox.ts";
import { blankLateAddresses } from "../users/user-deletion.ts";
import { finishReplays } from "./finish-replays.ts";
import { startInbox } from "./inbox/start-inbox.ts";
import { purgeItems } from "./inbox/stored-items.ts";
import { checkPages, dueMs } from "./integrity.ts";
import { purgeReceived } from "./received-records.ts";

const everyMs = 10 * minuteMs;
const mergeMs = 15_000;
// Ended credentials are kept for a while, because the audit log names them.
const endedTokensKeptMs = 7 * dayMs;

/** Deletes what has been kept long enough. Every node may do it at any time. */
export async function tidyUp(context: Context): Promise<void> {
  const now = context.clock();
  const { requestLogDays: days, requestLogMax: rowsMax } = context.config;
  const keepFrom = earliest(await Promise.all(given(context.running, keepsCallsFrom).map((one) => one())));
  await context.requestLog.purge(now, { days, rowsMax, keepFrom });
  const auditFrom = earliest(await Promise.all(given(context.running, keepsAuditFrom).map((one) => one())));
  await purgeAudit(context.database, now, auditFrom);
  await purgeIdempotent(context.database, now);
  // An ID's time may differ a little from its call's.
  await purgeCharged(context.database, now - dayMs - minuteMs);
  await purgeChanges(context.database);
  await purgeFailures(context.database, now);
  await purgeLinks(context.database, now);
  await purgeEvents(context.database, now, context.config.webhookDays);
  await purgeReceived(context.database, now);
  await purgeItems(context.database, now);
  await purgeClosedMailboxes(context.database, now);
  await blankLateAddresses(context, now);
  await fillKeyEndings(context.database, context.identity.vault);
  await context.decisions.fold(context.database);
  for (const one of context.running) await one.tidyUp?.(now);
  await context.database.run(
    sql`delete from access_token where expires_at is not null and expires_at <= ${now - endedTokensKeptMs}`,
  );
  await finishReplays(context);
}

const earliest = (times: readonly (number | undefined)[]): number =>
  times.reduce<number>((least, time) => Math.min(least, time ?? least), Number.POSITIVE_INFINITY);

/**
 * Runs maintenance every ten minutes, merges rollups every 15 seconds, notes what needs a person and checks the database
 * when it is due, until the returned function is called.
 */
export function startHousekeeping(context: Context): () => void {
  const timer = setInterval(() => {
    tidyUp(context).catch((error) =>
      context.log.warn("maintenance failed; it will be retried", errorFields(error)),
    );
  }, everyMs);
  const merging = setInterval(() => {
    mergeSlots(context.database, context.clock()).catch((error) =>
      context.log.warn("cannot merge rollups; it will be retried", errorFields(error)),
    );
  }, mergeMs);
  const check = () =>
    checkPages(context).catch((error) => {
      if (!context.process.stopping.signal.aborted)
        context.log.warn("cannot check the database for damage", errorFields(error));
    });
  void check();
  const checking = setInterval(check, dueMs);
  const endInbox = startInbox(context);
  return () => {
    endInbox();
    clearInterval(timer);
    clearInterval(merging);
    clearInterval(checking);
  };
}
