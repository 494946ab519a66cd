import type { Kind } from "../../../../test/database/databases.ts";
import { findingsWith } from "../../../../test/metering/planted-damage.ts";
import { seeded } from "../../../../test/verify/model.ts";
import { sql } from "../../../database/sql.ts";
import { dayAfter, dayOf, monthOf, monthRange, startOf } from "../days/calendar.ts";
import { callsIn, freePath, type Given, startMoved, verdictsOf, type Way } from "./moved-scene.ts";

const hour = 3_600_000;
const lastDay = "2027-02-02";
const months = ["2026-11", "2026-12", "2027-01"];

/** A time in which an account had a subscription, and the credits at both ends. */
interface Held {
  readonly account: string;
  readonly from: number;
  readonly start: number;
  to: number;
  end: number;
}

/** The expected state of a subscription, kept outside of the database. */
interface Kept {
  readonly held: Held[];
  /** The credits when a month began. */
  readonly atMonth: Map<string, number>;
  readonly grants: { readonly account: string; readonly at: number; readonly delta: number }[];
}

export interface MovedHistory {
  /** In words; none if each statement is as the test's own ledger. */
  readonly faults: string[];
  readonly statements: number;
  readonly moves: number;
}

/** Random calls, grants, moves and restores over three months, and the statements of all accounts. */
export async function moveHistory(kind: Kind, seed: number): Promise<MovedHistory> {
  const random = seeded(seed);
  const below = (most: number) => Math.floor(random() * most);
  const scene = await startMoved(kind);
  const { service, lena, bruno, organizationId, owners, balances } = scene;
  const people = [lena, bruno];
  const accounts = [lena.userId, bruno.userId, organizationId];
  const kept = new Map<string, Kept>();
  for (const { subscriptionId: id, userId: account } of people) {
    const first: Held = { account, from: 0, start: 0, to: Number.POSITIVE_INFINITY, end: 0 };
    kept.set(id, {
      held: [first],
      atMonth: new Map(),
      grants: [{ account, at: service.now(), delta: 15 }],
    });
  }
  const given: Given[] = [];
  const faults: string[] = [];
  let moves = 0;
  let restores = 0;

  const move = async (id: string): Promise<void> => {
    const owner = owners.get(id)!;
    const to = accounts.filter((one) => one !== owner)[below(2)]!;
    const own = [lena.userId, organizationId];
    const all: Way[] =
      own.includes(owner) && own.includes(to) ? ["transfer", "PATCH", "PUT"] : ["PATCH", "PUT"];
    await scene.move(id, to, all[below(all.length)]!);
    const { held } = kept.get(id)!;
    const [at, balance] = [service.now(), balances.get(id)!];
    Object.assign(held.at(-1)!, { to: at, end: balance });
    held.push({ account: to, from: at, start: balance, to: Number.POSITIVE_INFINITY, end: 0 });
    moves += 1;
  };
  const act = async (): Promise<void> => {
    const person = people[below(2)]!;
    const id = person.subscriptionId;
    const what = below(10);
    if (what < 2) await move(id);
    else if (what < 4) {
      const credits = below(3) === 0 ? -Math.min(3, balances.get(id)!) : 1 + below(20);
      if (credits === 0) return;
      await scene.grant(id, credits);
      kept.get(id)!.grants.push({ account: owners.get(id)!, at: service.now(), delta: credits });
    } else if (balances.get(id)! > 0)
      await scene.call(person, below(4) === 0 ? freePath : undefined, below(2) === 0);
  };
  const restore = async (): Promise<void> => {
    restores += 1;
    await service.db.run(sql`
      insert into setting (name, value) values ('restored_backup', ${`backup ${restores}`})
      on conflict (name) do update set value = excluded.value`);
    await service.proof.look();
  };

  for (let day = dayOf(service.now()); day < lastDay; ) {
    await service.setTime(Math.max(service.now(), startOf(day) + 2 * hour));
    for (let count = below(7); count > 0; count--) {
      await service.setTime(service.now() + below(hour));
      await act();
    }
    if (below(3) === 0) given.push(await scene.statement(accounts[below(3)]!, monthOf(day)));
    await service.app.metering.flush();
    let next = dayAfter(day);
    for (let more = below(4); more > 0; more--) next = dayAfter(next);
    if (next > lastDay) next = lastDay;
    if (monthOf(next) !== monthOf(day)) {
      for (const [id, { atMonth }] of kept) atMonth.set(monthOf(next), balances.get(id)!);
      faults.push(...(await findingsWith(service.db, service.app.config.comparisons)));
    }
    day = next;
    await service.prove(day);
    // On PostgreSQL a day is signed an hour later.
    await service.setTime(startOf(day) + 2 * hour);
    if (below(12) === 0) await restore();
  }
  faults.push(...(await findingsWith(service.db, service.app.config.comparisons)));
  const found = new Map<string, string>();
  for (const account of accounts)
    for (const month of months) {
      const listed = await service.ask("GET", `/users/${account}/statements`, {
        headers: service.operatorHeaders,
      });
      const isListed = (listed.body as { month: string }[]).some((one) => one.month === month);
      const made = scene.made.filter((one) => one.account === account && monthOf(dayOf(one.at)) === month);
      if (!isListed) {
        if (made.length > 0) faults.push(`${month} of ${account} is not listed`);
        continue;
      }
      const one = await scene.statement(account, month);
      given.push(one);
      faults.push(...compare(one, kept, scene.made));
      for (const call of callsIn(one)) {
        if (found.has(call)) faults.push(`call ${call} is in two statements`);
        found.set(call, account);
      }
    }
  const proved = scene.made.filter(({ at }) => months.includes(monthOf(dayOf(at))));
  for (const { call, account } of proved)
    if (found.get(call) !== account)
      faults.push(`call ${call} of ${account} is in that of ${found.get(call)}`);
  if (found.size !== proved.length) faults.push(`${found.size} calls of ${proved.length} are proved`);
  for (const [index, [one, other, ...more]] of (await verdictsOf(given, scene.made)).entries())
    if (one === "fails" || one !== other)
      faults.push(`${given[index]!.month} of ${given[index]!.account}: ${one}, ${other}, ${more.join(" ")}`);
  await service.end();
  return { faults, statements: given.length, moves };
}

/** Compares a final statement with the expected state. */
function compare(
  { account, month, statement }: Given,
  all: ReadonlyMap<string, Kept>,
  made: readonly { account: string; subscription: string; at: number; credits: number }[],
): string[] {
  const { from, to } = monthRange(month);
  const faults: string[] = [];
  for (const [id, { held, atMonth, grants }] of all) {
    const own = held.filter((one) => one.account === account && one.from < to);
    const last = own.at(-1);
    const found = statement.subscriptions.find((one) => one.id === id);
    const isIn = <T extends { account: string; at: number }>(one: T) =>
      one.account === account && one.at >= from && one.at < to;
    if (!last || last.to < from) {
      if (found) faults.push(`${month} of ${account} has ${id}`);
      continue;
    }
    const before = own.findLast((one) => one.from < from);
    const began = atMonth.get(month) ?? 0;
    const end = monthRange(month).to;
    const next = new Date(end).toISOString().slice(0, 7);
    const expected = {
      opening: before && month !== months[0] ? (before.to < from ? before.end : began) : own[0]!.start,
      closing: last.to < to ? last.end : atMonth.get(next)!,
      used: made
        .filter((one) => one.subscription === id && isIn(one))
        .reduce((sum, one) => sum + one.credits, 0),
      added: grants.filter(isIn).reduce((sum, { delta }) => sum + delta, 0),
    };
    const got = found && {
      opening: found.opening.balance,
      closing: found.closing.balance,
      used: found.usage.reduce((sum, { credits }) => sum + credits, 0),
      added: found.ledger.filter(({ kind }) => kind !== "move").reduce((sum, { delta }) => sum + delta, 0),
    };
    if (JSON.stringify(got) !== JSON.stringify(expected))
      faults.push(`${month} of ${account}, ${id}: ${JSON.stringify(got)}, not ${JSON.stringify(expected)}`);
  }
  return faults;
}
