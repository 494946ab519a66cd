import { addCustomers } from "../../../../test/torture/customers.ts";
import { install, type Plan } from "../../../../test/torture/installation.ts";
import type { FeatureFault } from "../../../../test/torture/run.ts";
import type { ScenarioReport } from "../../../../test/torture/scenario.ts";
import { until } from "../../../../test/until.ts";
import type { Database } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { writeEvents } from "../../../outbox/write-events.ts";
import { startMailServer } from "./mail-server.ts";

const endMs = 900_000;
const eventsAtOnce = 500;
/** The largest share of mails that may be sent twice. */
const twiceMax = 0.01;

/**
 * Kills all nodes again and again, each time when they have sent mails for `killAfterMs`. Every mail must arrive, and few
 * of them twice, with the same Message-ID.
 */
export async function sufferMailKills(
  plan: Plan,
  { mails = 10_000, customers = 100, killAfterMs = 1000, killsMax = Number.POSITIVE_INFINITY } = {},
): Promise<Pick<ScenarioReport, "broken" | "figures">> {
  const server = await startMailServer();
  const service = await install({
    ...plan,
    settings: {
      VINGATE_SMTP_URL: server.url,
      VINGATE_MAIL_FROM: "Lotdata <billing@lotdata.example>",
    },
  });
  const db = await service.open();
  try {
    const subscriptions: string[] = [];
    // Each has an account of its own.
    for (let count = 0; count < customers; count++)
      subscriptions.push((await addCustomers(service, 1))[0]!.subscription);
    const before = server.received.length;
    await queueMails(db, subscriptions, mails);
    const began = performance.now();
    let kills = 0;
    for (;;) {
      const sent = server.received.length;
      const isDone = await until(
        async () => ((await open(db)) === 0 ? "done" : server.received.length > sent && "sending"),
        "mails are sent",
        endMs,
      );
      if (isDone === "done") break;
      await Bun.sleep(killAfterMs);
      if ((await open(db)) === 0) break;
      if (kills === killsMax) continue;
      kills += 1;
      await Promise.all(service.nodes.map((node) => node.end("SIGKILL")));
      await Promise.all(service.nodes.map((node) => node.startAgain()));
    }
    const took = (performance.now() - began) / 1000;
    const received = server.received.slice(before);
    const ids = new Set(received.map(({ raw }) => /^Message-ID:\s+<(.+?)@/im.exec(raw)?.[1]));
    const rows = await db.all<{ id: string; state: string }>(
      sql`select id, state from mail where kind = 'credits_expiring'`,
    );
    const lost = rows.filter(({ id }) => !ids.has(id)).length;
    const unsent = rows.filter(({ state }) => state !== "sent").length;
    const twice = received.length - ids.size;
    const broken = [
      ...(rows.length === mails ? [] : [`${mails} events became ${rows.length} mails`]),
      ...(lost === 0 ? [] : [`${lost} mails are lost`]),
      ...(unsent === 0 ? [] : [`${unsent} mails are not noted as sent`]),
      ...(twice <= Math.max(mails * twiceMax, kills * 2) ? [] : [`${twice} mails were sent twice`]),
    ];
    return {
      broken,
      figures: {
        mails,
        kills,
        lost,
        twice,
        "seconds with restarts": Math.round(took),
        connections: server.most,
      },
    };
  } finally {
    await db.close();
    await service.end();
    await server.stop();
  }
}

async function queueMails(db: Database, subscriptions: readonly string[], mails: number): Promise<void> {
  for (let from = 0; from < mails; from += eventsAtOnce)
    await db.transaction((tx) =>
      writeEvents(
        tx,
        Date.now(),
        Array.from({ length: Math.min(eventsAtOnce, mails - from) }, (_, index) => {
          const subscriptionId = subscriptions[(from + index) % subscriptions.length]!;
          return {
            // `never`: without the feature of the event its type is unknown.
            type: "credits.expiring" as never,
            owner: { subscriptionId },
            data: {
              subscription_id: subscriptionId,
              grant_id: "g",
              source: "purchase",
              left: from + index,
              expires_at: "2026-12-12T00:00:00.000Z",
            } as never,
          };
        }),
      ),
    );
}

const open = async (db: Database): Promise<number> =>
  (await db.get<{ left_over: number }>(sql`
    select (select count(*) from outbox_event where mailed = 0) +
      (select count(*) from mail where state in ('pending', 'deferred')) as left_over`))!.left_over;

/** For `npm run torture`. */
export const faults: Record<string, FeatureFault> = { mails: (plan) => sufferMailKills(plan) };

if (import.meta.main) {
  const dialect = process.argv[2] === "postgres" ? "postgres" : "sqlite";
  console.log(JSON.stringify(await sufferMailKills({ dialect, nodes: dialect === "sqlite" ? 1 : 2 })));
  process.exit();
}
