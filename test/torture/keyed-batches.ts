import { list, sql } from "../../src/database/sql.ts";
import { goodVin, unknownVin } from "../subscribers.ts";
import { until } from "../until.ts";
import { addCustomers } from "./customers.ts";
import type { Installation } from "./installation.ts";
import type { Repeated } from "./repeats.ts";

const linesMax = 3000;
/** A lease is a part of it, so that a batch acquires some. */
const granted = linesMax;
const waitMs = 120_000;
const pauseMs = 200;
const frozenMs = 900;
const thawedMs = 300;
const livesMs = 800;

/** What one call answered: the code of each line, or of the whole call; undefined if its answer was lost. */
async function send(port: number, key: string, once: string, body: string): Promise<string[] | undefined> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/vin-decoder/batch`, {
      method: "POST",
      headers: {
        connection: "close",
        "content-type": "application/x-ndjson",
        "x-authkey": key,
        "idempotency-key": once,
      },
      body,
      signal: AbortSignal.timeout(10_000),
    });
    if (answer.status !== 200) return [String(answer.status)];
    const lines = (await answer.text()).trimEnd().split("\n");
    return lines.map((line) => JSON.parse(line).error?.code ?? "success");
  } catch {
    return undefined;
  }
}

const isAnswered = (code: string) => code === "success" || code === "vehicle_not_found";

/**
 * Sends batches, each with its key until all its lines are answered, while PostgreSQL freezes for a moment, nodes are
 * killed, or both. VINs without a vehicle are free, so that it matters which lines are paid for.
 */
export async function repeatBatches(
  service: Installation,
  { batches, kills, atOnce }: { batches: number; kills: number; atOnce: number },
): Promise<Repeated> {
  const broken: string[] = [];
  let [sent, due, refusedInside, calls, lost, freezes, killed, isOver] = [0, 0, 0, 0, 0, 0, 0, false];
  const customers = await addCustomers(service, granted, batches);
  const caller = async () => {
    while (sent < batches) {
      const once = `batch-${++sent}`;
      const { key } = customers[sent - 1]!;
      const vins = Array.from({ length: 1 + Math.floor(Math.random() * linesMax) }, () =>
        Math.random() < 0.5 ? goodVin : unknownVin,
      );
      const outcomes = vins.map((vin) => (vin === goodVin ? "success" : "vehicle_not_found"));
      due += outcomes.filter((code) => code === "success").length;
      const body = `${vins.join("\n")}\n`;
      for (const end = performance.now() + waitMs; ; await Bun.sleep(pauseMs)) {
        const { port } = service.nodes[calls++ % service.nodes.length]!;
        const got = await send(port, key, once, body);
        if (got === undefined) lost += 1;
        if (got && Bun.deepEquals(got, outcomes)) break;
        const refused = got?.findIndex((code) => !isAnswered(code)) ?? -1;
        if (refused >= 0 && got!.slice(refused).some(isAnswered)) refusedInside += 1;
        if (performance.now() < end) continue;
        broken.push(`${once}: ${got?.find((code) => !isAnswered(code)) ?? "no whole answer"}`);
        break;
      }
    }
  };
  const freezing = async () => {
    while (!isOver && service.postgres) {
      await Bun.sleep(Math.random() * thawedMs);
      service.postgres.freeze();
      await Bun.sleep(frozenMs);
      service.postgres.thaw();
      freezes += 1;
    }
  };
  const killing = async () => {
    for (; killed < kills && !isOver; killed += 1) {
      const node = service.nodes[killed % service.nodes.length]!;
      await Bun.sleep(Math.random() * livesMs);
      await node.end("SIGKILL");
      await node.startAgain();
    }
  };
  const calling = Promise.all(Array.from({ length: atOnce }, caller));
  const frozen = freezing();
  await Promise.all([
    killing(),
    calling.finally(() => {
      isOver = true;
    }),
  ]);
  await frozen;
  const db = await service.open();
  const subscriptions = customers.map(({ subscription }) => subscription);
  const charged = async () => {
    const rows = await db.all<{ used: number }>(
      sql`select used from credit_total where subscription_id in (${list(subscriptions)})`,
    );
    return rows.reduce((sum, { used }) => sum + Number(used), 0);
  };
  const unapplied = async () => {
    const row = await db.get<{ count: number }>(sql`
      select count(*) as count from journal where state = 'open'`);
    return Number(row!.count);
  };
  await until(async () => (await unapplied()) <= service.journals, "killed journals are recovered");
  await until(async () => (await charged()) >= due, "all lines are charged", 10_000).catch(() => undefined);
  await Bun.sleep(2000);
  const total = await charged();
  await db.close();
  if (total !== due) broken.push(`${due} lines were due, and ${total} were charged`);
  const figures = { batches: sent, calls, lost, freezes, kills: killed, "refused inside": refusedInside };
  return { broken, figures: { ...figures, due, charged: total } };
}
