import { sql } from "../../src/database/sql.ts";
import { addCustomers } from "./customers.ts";
import { type Installation, operatorToken } from "./installation.ts";

const granted = 10;
const perKey = 3;
const waitMs = 30_000;
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
  const answers: Set<string>[] = [];
  let [killed, unanswered] = [0, 0];
  const bump = async (key: number, caller: number): Promise<void> => {
    const until = performance.now() + waitMs;
    for (let attempt = caller; performance.now() < until; attempt++) {
      const { port } = service.nodes[attempt % service.nodes.length]!;
      const headers = { "idempotency-key": `key-${key}` };
      const body = { subscription_id, credits: perKey };
      const got = await ask(port, "PUT", "/subscriptions/sandbox-bump", headers, body).catch(() => undefined);
      if (got && got.status !== 503) {
        answers[key]!.add(`${got.status} ${got.text}`);
        return;
      }
      unanswered += 1;
      await Bun.sleep(20);
    }
    answers[key]!.add("none in time");
  };
  const killing = Promise.all(
    service.nodes.map(async (node) => {
      while (killed < kills) {
        killed += 1;
        await Bun.sleep(leastMs + Math.random() * (mostMs - leastMs));
        await node.end("SIGKILL");
        await node.start();
      }
    }),
  );
  let over = false;
  const ended = killing.finally(() => {
    over = true;
  });
  do {
    const key = answers.push(new Set()) - 1;
    await Promise.all(Array.from({ length: atOnce }, (_, caller) => bump(key, caller)));
  } while (!over);
  await ended;
  const keys = answers.length;
  const broken = answers.flatMap((texts, key) =>
    texts.size === 1 && [...texts][0]!.startsWith("200 ") ? [] : [`key ${key}: ${[...texts].join(" and ")}`],
  );
  const db = await service.open();
  const row = await db.get<{ granted: number }>(
    sql`select granted from credit_balance where subscription_id = ${subscription_id}`,
  );
  await db.close();
  const expected = granted + keys * perKey;
  if (row?.granted !== expected) broken.push(`${row?.granted} credits granted, not ${expected}`);
  return { broken, figures: { keys, "sent simultaneously": atOnce, kills: killed, repeated: unanswered } };
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
    const refused = statuses.filter((status) => status === 412).length;
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
