import { addCustomers, type Customer } from "../../../../test/torture/customers.ts";
import { type Installation, install, type Plan } from "../../../../test/torture/installation.ts";
import type { FeatureFault } from "../../../../test/torture/run.ts";
import type { ScenarioReport } from "../../../../test/torture/scenario.ts";
import { percentile } from "../../../../test/torture/throughput.ts";
import { until } from "../../../../test/until.ts";
import { sql } from "../../../database/sql.ts";
import { type Receiver, startReceiver } from "./receiver.ts";

const credits = 100;
const thresholds = [98, 95, 90, 80, 60, 40, 10];
const lowMaxMs = 2000;
const endMs = 60_000;

type Report = Pick<ScenarioReport, "broken" | "figures">;

interface EventRow {
  readonly event_id: string;
  readonly type: string;
  readonly subscription_id: string | null;
  readonly data: string;
}

/**
 * Kills nodes while calls bring balances to thresholds and keys are replaced. Every event must be received, once or
 * more with the same ID, and each crossing must have one event.
 */
async function sufferWebhooks(
  plan: Plan,
  kills: number,
  { customers: count = 12, lows = 20 } = {},
): Promise<Report> {
  const service = await install(plan);
  const receiver = startReceiver();
  try {
    await service.operate("POST", "/webhooks", {
      url: receiver.url,
      types: ["credits.low", "credits.gone", "key.replaced", "subscription.changed"],
      credit_thresholds: thresholds,
    });
    const quick = await lowsInTime(service, receiver, lows);
    const customers = await addCustomers(service, credits, count);
    const load = startLoad(service, customers);
    let done = 0;
    await Promise.all(
      service.nodes.map(async (node) => {
        while (done < kills) {
          done += 1;
          await Bun.sleep(50 + Math.random() * 500);
          await node.end("SIGKILL");
          await node.startAgain();
        }
      }),
    );
    const replaced = await load();
    const { broken, figures } = await compare(service, receiver, customers, replaced);
    const late = quick.filter((ms) => ms > lowMaxMs).length;
    if (late > 0) broken.push(`${late} of ${quick.length} events came after ${lowMaxMs} ms`);
    const lowMs = { "credits.low after ms, median": percentile(quick, 0.5), longest: percentile(quick, 1) };
    return { broken, figures: { kills: done, ...figures, ...lowMs } };
  } finally {
    await receiver.stop();
    await service.end();
  }
}

/** Milliseconds from the answer of a call until the event of the threshold that it reaches, sorted. */
async function lowsInTime(service: Installation, receiver: Receiver, times: number): Promise<number[]> {
  const customers = await addCustomers(service, 11, times);
  const taken: number[] = [];
  for (const [index, { key, subscription }] of customers.entries()) {
    const { port } = service.nodes[index % service.nodes.length]!;
    await lookUp(port, key);
    const answered = performance.now();
    await until(
      () => receiver.received.some(({ body }) => body.includes(`"${subscription}","threshold":10,`)),
      "the event of a low balance",
    );
    taken.push(Math.round(performance.now() - answered));
  }
  return taken.sort((a, b) => a - b);
}

const lookUp = (port: number, key: string) =>
  fetch(`http://127.0.0.1:${port}/vin-decoder/5J6RW2H59JL990075`, {
    headers: { "x-authkey": key },
    signal: AbortSignal.timeout(5000),
  }).then((got) => got.arrayBuffer());

/** Calls and replaces keys until the returned function is called, which gives the keys whose change was confirmed. */
function startLoad(service: Installation, customers: readonly Customer[]): () => Promise<number> {
  let ended = false;
  let replaced = 0;
  const calling = customers.map(async ({ key }, index) => {
    for (let turn = index; !ended; turn++) {
      await lookUp(service.nodes[turn % service.nodes.length]!.port, key).catch(() => Bun.sleep(20));
      await Bun.sleep(25);
    }
  });
  const replacing = async () => {
    for (let turn = 0; !ended; turn++) {
      const { subscription } = customers[turn % customers.length]!;
      const path = `/subscriptions/${subscription}/regenerateSecondaryKey`;
      await service.operate("POST", path, {}, turn % service.nodes.length).then(
        () => {
          replaced += 1;
        },
        () => Bun.sleep(20),
      );
    }
  };
  const working = Promise.all([...calling, replacing()]);
  return async () => {
    ended = true;
    await working;
    return replaced;
  };
}

/** Waits until all events are received, and compares them with what caused them. */
async function compare(
  service: Installation,
  receiver: Receiver,
  customers: readonly Customer[],
  replaced: number,
): Promise<{ broken: string[]; figures: Record<string, number> }> {
  const db = await service.open();
  try {
    const receivedIds = () => new Set(receiver.received.map(({ headers }) => headers["webhook-id"]));
    const pending = sql`
      select (select count(*) from outbox_event where addressed = 0) +
        (select count(*) from webhook_delivery where state = 'pending') as left_over`;
    const broken: string[] = [];
    await until(
      async () => (await db.get<{ left_over: number }>(pending))!.left_over === 0,
      "all events delivered",
      endMs,
    ).catch((error: Error) => broken.push(error.message));
    const events = await db.all<EventRow>(sql`
      select event_id, type, subscription_id, data from outbox_event order by event_id`);
    const ids = receivedIds();
    const lost = events.filter(({ event_id }) => !ids.has(event_id)).length;
    if (lost > 0) broken.push(`${lost} events were not received`);
    const unknown = [...ids].filter((id) => !events.some(({ event_id }) => event_id === id)).length;
    if (unknown > 0) broken.push(`${unknown} received IDs have no event`);
    const keys = events.filter(({ type }) => type === "key.replaced").length;
    if (keys < replaced) broken.push(`${replaced} keys were replaced, with ${keys} events`);
    let crossings = 0;
    for (const { subscription } of customers) {
      const total = await db.get<{ left_over: number }>(sql`
        select granted - used as left_over from credit_total where subscription_id = ${subscription}`);
      const expected = thresholds.filter((each) => total!.left_over <= each);
      const seen = events
        .filter(({ type, subscription_id }) => type === "credits.low" && subscription_id === subscription)
        .map(({ data }) => JSON.parse(data).threshold as number);
      crossings += seen.length;
      if (seen.sort((a, b) => b - a).join() !== expected.join())
        broken.push(`${subscription} has ${total!.left_over} left, and events of ${seen.join()}`);
    }
    const repeats = receiver.received.length - ids.size;
    return {
      broken,
      figures: { events: events.length, crossings, "keys replaced": replaced, repeats, lost },
    };
  } finally {
    await db.close();
  }
}

/** For `npm run torture`. */
export const faults: Record<string, FeatureFault> = { webhooks: (at) => sufferWebhooks(at, 100) };
