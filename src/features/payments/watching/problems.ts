import { isoTime } from "../../../base/clock.ts";
import { dayMs, minuteMs } from "../../../base/durations.ts";
import { counted } from "../../../base/format/words.ts";
import type { Database, Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { integer, text, word } from "../../../entities/stored.ts";
import { type Row, Table } from "../../../entities/table.ts";
import { writeEvents } from "../../../outbox/write-events.ts";
import type { FoundProblem, SetupProblem } from "../providers/provider.ts";
import type { Way } from "../selling.ts";
import { refundRefused, refusedPrefix } from "../settling/refuse-request.ts";
import type { ProviderState } from "./provider-state.ts";

/** What is found at the provider, when its setup is read. */
export const setupProblems: readonly SetupProblem[] = [
  "key_refused",
  "key_cannot_read",
  "account_cannot_charge",
  "account_other",
  "endpoint_missing",
  "endpoint_disabled",
  "events_not_sent",
];

/** What is found here without a request. */
export const ownProblems = [
  "events_refused",
  "mode_mixed",
  "provider_off",
  "requests_refused",
  "refunds_refused",
] as const;

type OwnProblem = (typeof ownProblems)[number];
export type ProblemCode = SetupProblem | OwnProblem;
export type Problem = FoundProblem<ProblemCode>;

/** While one of these is there, money is not taken, or what happens to it is not reported. */
export const grave: ReadonlySet<ProblemCode> = new Set([
  "key_refused",
  "account_cannot_charge",
  "account_other",
  "events_refused",
  "mode_mixed",
  "provider_off",
]);

/** A single wrong signature is anybody's. */
const refusedMs = 15 * minuteMs;
/** Stripe repeats an event for so long. */
const repeatedMs = 3 * dayMs;
const mixedMs = dayMs;

interface Setting {
  readonly payments: Way;
  readonly isLive: boolean | undefined;
}

/** What is wrong by what this service has, without a request to the provider. */
export async function findOwnProblems(
  db: Queries,
  { payments, isLive }: Setting,
  state: ProviderState | undefined,
  now: number,
): Promise<Problem[]> {
  const found = payments === "stripe" ? [refusedEvents(state, now), mixed(state, isLive, now)] : [];
  const all = [
    ...found,
    await switchedOff(db, payments),
    await refusedRequests(db),
    await refusedRefunds(db),
  ];
  return all.filter((one) => one !== undefined);
}

function refusedEvents(state: ProviderState | undefined, now: number): Problem | undefined {
  const { refusedSince, refusedAt, refused } = state ?? {};
  if (refusedSince == null || refusedAt == null || refused === undefined) return undefined;
  if (refusedAt - refusedSince < refusedMs || refusedAt < now - repeatedMs) return undefined;
  return {
    code: "events_refused",
    found: `Since ${isoTime(refusedSince)} no event of Stripe had a right signature, and ${refused} had a wrong one: what happens there is read once an hour`,
    advice:
      "Set VINGATE_STRIPE_WEBHOOK_SECRETS to the signing secret of the webhook endpoint (Stripe: Developers, Webhooks, Signing secret), and restart the service. If it is right, compare the machine's clock: a signature is valid for five minutes.",
  };
}

function mixed(
  state: ProviderState | undefined,
  isLive: boolean | undefined,
  now: number,
): Problem | undefined {
  if (isLive === undefined || state?.mixedAt == null || state.mixedAt < now - mixedMs) return undefined;
  const [own, other] = isLive ? ["live", "test"] : ["test", "live"];
  return {
    code: "mode_mixed",
    found: `VINGATE_STRIPE_KEY is a ${own} key, and signed events of ${other} mode come (the last at ${isoTime(state.mixedAt)}): they are not applied`,
    advice: isLive
      ? "Remove the webhook endpoint of Stripe's test mode that leads here, and its secret from VINGATE_STRIPE_WEBHOOK_SECRETS."
      : "To take real money, set VINGATE_STRIPE_KEY to the live key (sk_live_…). Otherwise remove the live webhook endpoint that leads here, and its secret from VINGATE_STRIPE_WEBHOOK_SECRETS.",
  };
}

async function switchedOff(db: Queries, payments: Setting["payments"]): Promise<Problem | undefined> {
  if (payments === "stripe") return undefined;
  const { open, disputed } = (await db.get<{ open: number; disputed: number }>(sql`
    select (select count(*) from payment where state in ('requested', 'pending') and provider = 'stripe') as open,
      (select count(*) from payment where state = 'disputed' and provider = 'stripe') as disputed`))!;
  if (open + disputed === 0) return undefined;
  return {
    code: "provider_off",
    found: `Payments are ${payments}, with ${open} open and ${disputed} disputed payments by card: nothing is charged, and what Stripe does with them is not heard`,
    advice:
      "Set VINGATE_PAYMENTS=stripe until they have ended, or cancel the open ones on the page Money. Answer disputes at Stripe.",
  };
}

/** How many payments have a problem with these words, and the text of one of them. */
async function countProblems(db: Queries, words: string) {
  const { count, example } = (await db.get<{ count: number; example: string | null }>(sql`
    select count(*) as count, min(problem) as example from payment
    where problem is not null and problem like ${`%${words}%`}`))!;
  return { count, example: example?.replace(/\.$/, "") };
}

/** Refunds that were repeated: their callers did not receive the refusal. */
async function refusedRefunds(db: Queries): Promise<Problem | undefined> {
  const { count, example } = await countProblems(db, refundRefused);
  if (count === 0) return undefined;
  return {
    code: "refunds_refused",
    found: `Stripe has refused refunds of ${counted(count, "payment")}, whose money was not returned. ${example}`,
    advice:
      "The page Money lists them. Refund each again, or by transfer if the card takes nothing back, then mark its problem as resolved.",
  };
}

async function refusedRequests(db: Queries): Promise<Problem | undefined> {
  const { count, example } = await countProblems(db, refusedPrefix);
  if (count === 0) return undefined;
  return {
    code: "requests_refused",
    found: `Stripe has refused requests of ${count} payments, and not their cards. ${example}`,
    advice:
      "The page Money lists them. Correct what the code names (Stripe: Developers, Logs has the request), then resolve each payment: it is requested again.",
  };
}

const problems = new Table({
  name: "payment_provider_problem",
  as: "p",
  key: ["code"],
  members: { code: word<ProblemCode>(), found: text, advice: text, since: integer },
  fixed: ["since"],
});

/** A problem as it is stored; `since` is milliseconds UTC. */
export type KnownProblem = Row<typeof problems>;

export const readProblems = (db: Queries): Promise<KnownProblem[]> =>
  problems.select(db, sql`order by since, code`);

/**
 * Writes which of some problems there are now. Those that are new are reported to operators, once. `of`: those that were
 * looked for; others stay.
 */
export async function writeProblems(
  database: Database,
  of: readonly ProblemCode[],
  found: readonly Problem[],
  now: number,
): Promise<void> {
  const known = await readProblems(database);
  const isSame =
    known.filter(({ code }) => of.includes(code)).length === found.length &&
    found.every((one) => known.some((each) => each.code === one.code && each.found === one.found));
  // Read first: on SQLite a statement that may write waits for all others.
  if (isSame) return;
  await database.transaction(
    async (tx) => {
      const codes = new Set<ProblemCode>(found.map(({ code }) => code));
      for (const code of of)
        if (!codes.has(code)) await tx.run(sql`delete from payment_provider_problem where code = ${code}`);
      for (const { code, found: what, advice } of found) {
        const row = { code, found: what, advice, since: now };
        if ((await problems.add(tx, [row])) > 0)
          await writeEvents(tx, now, [
            { type: "payment.provider_problem", owner: "operators", data: { code, found: what, advice } },
          ]);
        else await problems.put(tx, [row]);
      }
    },
    { repeatable: true },
  );
}
