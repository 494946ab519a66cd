import { sql } from "../../src/database/sql.ts";
import { goodVin, unknownVin } from "../subscribers.ts";
import { settle } from "./consistency.ts";
import { addCustomers } from "./customers.ts";
import type { Installation } from "./installation.ts";
import type { Repeated } from "./repeats.ts";

const linesMax = 3000;
/** A lease is a part of it, so that a batch acquires some. */
const granted = linesMax;
/** A node of a busy machine needs a minute or more to start again. */
const hangMs = 300_000;
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
  const sums: { answered: boolean; due: number }[] = [];
  let [refusedInside, calls, lost, freezes, killed, isOver] = [0, 0, 0, 0, 0, false];
  const customers = await addCustomers(service, granted, batches);
  const caller = async () => {
    while (sums.length < batches) {
      const { key } = customers[sums.length]!;
      const vins = Array.from({ length: 1 + Math.floor(Math.random() * linesMax) }, () =>
        Math.random() < 0.5 ? goodVin : unknownVin,
      );
      const outcomes = vins.map((vin) => (vin === goodVin ? "success" : "vehicle_not_found"));
      const sum = { answered: false, due: outcomes.filter((code) => code === "success").length };
      const once = `batch-${sums.push(sum)}`;
      const body = `${vins.join("\n")}\n`;
      for (const end = performance.now() + hangMs; ; await Bun.sleep(pauseMs)) {
        const { port } = service.nodes[calls++ % service.nodes.length]!;
        const got = await send(port, key, once, body);
        if (got === undefined) lost += 1;
        sum.answered = got !== undefined && Bun.deepEquals(got, outcomes);
        if (sum.answered) break;
        const refused = got?.findIndex((code) => !isAnswered(code)) ?? -1;
        if (refused >= 0 && got!.slice(refused).some(isAnswered)) refusedInside += 1;
        if (performance.now() < end) continue;
        const last = got?.find((code) => !isAnswered(code)) ?? "no whole answer";
        broken.push(`late: ${once} had no whole answer in ${hangMs} ms, and ${last} at last`);
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
  await using db = await settle(service);
  let total = 0;
  for (const [index, { answered, due }] of sums.entries()) {
    const { subscription } = customers[index]!;
    const row = await db.get<{ used: number }>(
      sql`select used from credit_total where subscription_id = ${subscription}`,
    );
    const charged = row?.used ?? 0;
    total += charged;
    // Lines of a batch that was not answered may be charged, each once.
    const isRight = answered ? charged === due : charged <= due;
    if (!isRight) broken.push(`batch-${index + 1}: ${due} lines were due, and ${charged} were charged`);
  }
  const figures = {
    batches: sums.length,
    calls,
    lost,
    freezes,
    kills: killed,
    "refused inside": refusedInside,
  };
  const due = sums.reduce((sum, batch) => sum + batch.due, 0);
  return { broken, figures: { ...figures, due, charged: total } };
}
