import { asker, signedIn, trySignIn } from "../callers.ts";
import type { Kind } from "../database/databases.ts";
import { type Account, signUp } from "../harness.ts";
import { randomNumbers } from "../vin/vins.ts";
import { replaceKey, startWorld, statusOf, type World } from "./world.ts";

/** Decides something about an account. Resolves to whether it still holds. */
type Decide = (world: World, account: Account) => Promise<(world: World) => Promise<boolean>>;

const operator = ({ service }: World) => asker(service, service.operatorHeaders);

async function done(got: Promise<{ readonly status: number; readonly text: string }>): Promise<void> {
  const { status, text } = await got;
  if (status !== 200) throw new Error(`${status}: ${text}`);
}

/** One of each, by its name. */
const decisions: Readonly<Record<string, Decide>> = {
  "a key is replaced": async (world, { subscriptionId, key }) => {
    await replaceKey(world, subscriptionId);
    return async (later) => (await statusOf(later, key)) === 401;
  },
  "a subscription is deleted": async (world, { subscriptionId, secondaryKey }) => {
    await done(operator(world)("DELETE", `/subscriptions/${subscriptionId}`));
    return async (later) => (await statusOf(later, secondaryKey)) === 401;
  },
  "a password is changed": async (world, account) => {
    const { userId, email, password } = account;
    const ask = asker(world.service, await signedIn(world.service, account));
    const change = { password: "another long one", current_password: password };
    await done(ask("PATCH", `/users/${userId}`, change));
    return async (later) => (await trySignIn(later.service, email, password)).status === 401;
  },
  "a token is revoked": async (world, account) => {
    const ask = asker(world.service, await signedIn(world.service, account));
    const made = (await ask("POST", `/users/${account.userId}/token`)).body as { token: string };
    const headers = { authorization: `Bearer ${made.token}` };
    const path = `/users/${account.userId}/tokens`;
    for (const { id } of (await operator(world)("GET", path)).body as { id: string }[])
      await done(operator(world)("DELETE", `${path}/${id}`));
    return async (later) => (await later.service.ask("GET", "/auth/accounts", { headers })).status === 401;
  },
  "an account is blocked": async (world, { userId, email, password }) => {
    await done(operator(world)("PATCH", `/users/${userId}`, { state: "blocked" }));
    return async (later) => (await trySignIn(later.service, email, password)).status !== 200;
  },
  "an account is erased": async (world, { userId, email, key }) => {
    await done(operator(world)("DELETE", `/users/${userId}`));
    return async (later) => {
      const rows = await later.point();
      const isThere = rows.get("app_user")!.rows.some((row) => row.email === email);
      return !isThere && (await statusOf(later, key)) === 401;
    };
  },
};

export interface PointsResult {
  readonly points: number;
  readonly decided: number;
  readonly lookups: number;
  /** What did not hold, as text. */
  readonly undone: readonly string[];
}

/**
 * Takes a database back again and again, each time to another moment of a round in which each kind of decision was
 * made, beside lookups. All decisions of all rounds must hold after each.
 */
export async function takeBack(
  kind: Kind,
  points: number,
  seed: number,
  progress: (text: string) => void = () => undefined,
): Promise<PointsResult> {
  const random = randomNumbers(seed);
  const world = await startWorld(kind);
  const checks: { readonly name: string; readonly holds: (world: World) => Promise<boolean> }[] = [];
  const undone: string[] = [];
  let lookups = 0;
  try {
    const caller = await signUp(world.service);
    for (let round = 1; round <= points; round += 1) {
      const names = Object.keys(decisions).toSorted(() => random(3) - 1);
      const accounts = new Map<string, Account>();
      for (const name of names) accounts.set(name, await signUp(world.service));
      const pointAt = random(names.length);
      let point: Awaited<ReturnType<World["point"]>> | undefined;
      for (const [index, name] of names.entries()) {
        if (index === pointAt) point = await world.point();
        const answers = Array.from({ length: 4 }, () => statusOf(world, caller.secondaryKey));
        const holds = await decisions[name]!(world, accounts.get(name)!);
        checks.push({ name: `${name}, round ${round}`, holds });
        for (const status of await Promise.all(answers)) if (status !== 401) lookups += 1;
        world.service.advance(random(60_000));
      }
      await world.goBack(point!);
      for (const { name, holds } of checks)
        if (!(await holds(world))) undone.push(`${name}, after point ${round}`);
      // A short gap has ended by itself.
      const resumed = await operator(world)("POST", "/system/resume", {});
      if (resumed.status !== 200 && resumed.status !== 409) throw new Error(resumed.text);
      progress(`${round} of ${points} points, ${checks.length} decisions, ${undone.length} undone`);
    }
    return { points, decided: checks.length, lookups, undone };
  } finally {
    await world.end();
  }
}
