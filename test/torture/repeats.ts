import { sql } from "../../src/database/sql.ts";
import { until } from "../until.ts";
import { addCustomers } from "./customers.ts";
import { type Installation, operatorToken } from "./installation.ts";

const granted = 10;
const perKey = 3;
/** A node of a busy machine needs a minute or more to start again, and until then nothing answers. */
const hangMs = 300_000;
const leastMs = 100;
const mostMs = 900;

/** The result of repeated calls and simultaneous changes. */
export interface Repeated {
  /** The broken promises; empty if none. */
  readonly broken: readonly string[];
  readonly figures: Readonly<Record<string, number>>;
}

interface Got {
  readonly status: number;
  readonly text: string;
  readonly etag: string;
}

/** Sends on a new connection, which any of a node's processes may accept. */
async function ask(
  port: number,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body?: object,
): Promise<Got> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${operatorToken}`,
      "content-type": "application/json",
      connection: "close",
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(5000),
  });
  return { status: answer.status, text: await answer.text(), etag: answer.headers.get("etag") ?? "" };
}

/** What the callers of one Idempotency-Key received, and how often its call had an effect. */
export interface RepeatedKey {
  /** The different answers. */
  readonly answers: ReadonlySet<string>;
  /** Callers whose call was not answered at all. */
  readonly unanswered: number;
  readonly effects: number;
}

/**
 * What is wrong with repeated keys. A key without an answer may have had its effect: it is late, and nothing is known to
 * be lost.
 */
export function faultsOf(keys: readonly RepeatedKey[]): string[] {
  return keys.flatMap(({ answers, unanswered, effects }, key) => {
    const texts = [...answers];
    const faults: string[] = [];
    if (unanswered > 0)
      faults.push(`late: ${unanswered} calls with key ${key} had no answer in ${hangMs} ms`);
    if (texts.length > 1 || texts.some((text) => !text.startsWith("200 ")))
      faults.push(`key ${key}: ${texts.join(" and ")}`);
    if (texts.length > 0 && effects === 0) faults.push(`lost: key ${key} was answered without an effect`);
    if (effects > 1) faults.push(`key ${key} had ${effects} effects`);
    return faults;
  });
}

/**
 * Sends each Idempotency-Key many times until it is answered, while nodes are killed this many times: each
 * key has one effect and one response.
 */
export async function repeatUnderKills(
  service: Installation,
  { kills, atOnce }: { kills: number; atOnce: number },
): Promise<Repeated> {
  const [customer] = await addCustomers(service, granted);
  const subscription_id = customer!.subscription;
  const keys: { answers: Set<string>; unanswered: number }[] = [];
  let [killed, repeated, longestMs, over, failed] = [0, 0, 0, false, false];
  const bump = async (key: number, caller: number): Promise<void> => {
    const begun = performance.now();
    for (let attempt = caller; ; attempt++) {
      const { port } = service.nodes[attempt % service.nodes.length]!;
      const headers = { "idempotency-key": `key-${key}` };
      const body = { subscription_id, credits: perKey, reason: reasonOf(key) };
      const got = await ask(port, "PUT", "/subscriptions/sandbox-bump", headers, body).catch(() => undefined);
      const tookMs = performance.now() - begun;
      longestMs = Math.max(longestMs, tookMs);
      if (got && got.status !== 503) {
        keys[key]!.answers.add(`${got.status} ${got.text}`);
        return;
      }
      if (failed || tookMs > hangMs) {
        keys[key]!.unanswered += 1;
        return;
      }
      repeated += 1;
      await Bun.sleep(50);
    }
  };
  const killing = Promise.all(
    service.nodes.map(async (node) => {
      while (killed < kills) {
        killed += 1;
        const due = killed;
        // Nodes that were killed faster than they answer would never decide a key.
        const isDecided = () => keys.length > due;
        await Promise.all([
          Bun.sleep(leastMs + Math.random() * (mostMs - leastMs)),
          until(isDecided, `${due} decided keys`, hangMs),
        ]);
        await node.end("SIGKILL");
        await node.start();
      }
    }),
  );
  killing.then(
    () => {
      over = true;
    },
    () => {
      [over, failed] = [true, true];
    },
  );
  do {
    const key = keys.push({ answers: new Set(), unanswered: 0 }) - 1;
    await Promise.all(Array.from({ length: atOnce }, (_, caller) => bump(key, caller)));
  } while (!over);
  await killing;
  const { effects, broken } = await readEffects(service, subscription_id);
  broken.unshift(
    ...faultsOf(keys.map((key, index) => ({ ...key, effects: effects.get(reasonOf(index)) ?? 0 }))),
  );
  const figures = { keys: keys.length, "sent simultaneously": atOnce, kills: killed, repeated };
  return { broken, figures: { ...figures, "longest wait, ms": Math.round(longestMs) } };
}

const reasonOf = (key: number) => `key ${key}`;

/** The grants of the ledger by reason, and whether the balance is their sum. */
async function readEffects(
  service: Installation,
  subscription: string,
): Promise<{ effects: ReadonlyMap<string, number>; broken: string[] }> {
  const db = await service.open();
  try {
    const entries = await db.all<{ reason: string | null; delta: number }>(sql`
      select reason, delta from credit_ledger where subscription_id = ${subscription} and kind <> 'charge'`);
    const balance = await db.get<{ granted: number }>(sql`
      select granted from credit_balance where subscription_id = ${subscription}`);
    const effects = new Map<string, number>();
    for (const { reason } of entries) if (reason) effects.set(reason, (effects.get(reason) ?? 0) + 1);
    const sum = entries.reduce((all, { delta }) => all + delta, 0);
    const broken =
      balance?.granted === sum ? [] : [`${balance?.granted} credits are granted, and the ledger has ${sum}`];
    return { effects, broken };
  } finally {
    await db.close();
  }
}

/** Makes simultaneous changes of one version across all processes; exactly one per round succeeds. */
export async function changeAtOnce(
  service: Installation,
  { rounds, atOnce }: { rounds: number; atOnce: number },
): Promise<Repeated> {
  const [customer] = await addCustomers(service, granted);
  const path = `/subscriptions/${customer!.subscription}`;
  const broken: string[] = [];
  for (let round = 0; round < rounds; round++) {
    const { etag } = await ask(service.nodes[0]!.port, "GET", path, {});
    const changes = Array.from({ length: atOnce }, (_, index) =>
      ask(
        service.nodes[index % service.nodes.length]!.port,
        "PATCH",
        path,
        { "if-match": etag },
        { display_name: `round ${round}, ${index}` },
      ),
    );
    const statuses = (await Promise.all(changes)).map(({ status }) => status);
    const made = statuses.filter((status) => status === 200).length;
    // A busy database refuses some with 503, which changes nothing.
    const refused = statuses.filter((status) => status === 412 || status === 503).length;
    if (made !== 1 || refused !== atOnce - 1) broken.push(`round ${round}: ${statuses.sort().join(" ")}`);
  }
  return { broken, figures: { rounds, "changes at once": atOnce } };
}

/**
 * Simultaneous sign-ups from one network on all nodes; resolves to how many reached the check of their body.
 */
export async function signUpAtOnce(service: Installation, calls: number): Promise<number> {
  const body = { email: "none", password: "a good password", first_name: "A", last_name: "B" };
  const requests = Array.from({ length: calls }, (_, host) => {
    const { port } = service.nodes[host % service.nodes.length]!;
    return ask(port, "POST", "/auth/signup", { "x-forwarded-for": `2001:db8:7:7::${host}` }, body);
  });
  return (await Promise.all(requests)).filter(({ status }) => status === 422).length;
}
