import { settle } from "../../../../test/torture/consistency.ts";
import { addCustomers } from "../../../../test/torture/customers.ts";
import { type Installation, install } from "../../../../test/torture/installation.ts";
import type { Repeated } from "../../../../test/torture/repeats.ts";
import type { FeatureFault } from "../../../../test/torture/run.ts";
import { sql } from "../../../database/sql.ts";

const granted = 100_000;
const callers = 10;
/** A node of a busy machine needs a minute or more to start again. */
const hangMs = 300_000;
/** Two parts that have an answer without records, and one that has none. */
const path = "/report/1HGCM82633A004352?families=vin-decoder,oem-vin-decode,motorcycle-decode";
const charged = 2;

/** The credits of a report, or the code of its error; undefined if its answer was lost. */
async function reportOnce(port: number, key: string, onceKey: string | undefined) {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      headers: { connection: "close", "x-authkey": key, ...(onceKey && { "idempotency-key": onceKey }) },
      signal: AbortSignal.timeout(5000),
    });
    const body = (await answer.json()) as {
      code?: string;
      data?: { credits_charged: number; parts: Record<string, { status: number }> };
    };
    if (body.code !== undefined) return body.code;
    const { parts, credits_charged } = body.data!;
    const isWhole = Object.values(parts).every(({ status }) => status === 200 || status === 404);
    return isWhole ? credits_charged : "unavailable";
  } catch {
    return undefined;
  }
}

/**
 * Requests reports while nodes are killed. With keys, each until it is answered: each key is charged once, part by part.
 * Without, a report whose answer was lost is charged whole or not at all.
 */
async function reportUnderKills(service: Installation, kills: number, isKeyed: boolean): Promise<Repeated> {
  const [customer] = await addCustomers(service, granted);
  const { key, subscription, product } = customer!;
  for (const api of ["oem-vin-decode", "motorcycle-decode"])
    await service.operate("PUT", `/products/${product}/apis/${api}`);
  const broken: string[] = [];
  let [reports, attempts, answered, late, lost, killed, isOver] = [0, 0, 0, 0, 0, 0, false];
  const caller = async () => {
    while (!isOver) {
      const onceKey = `report-${++reports}`;
      const end = performance.now() + hangMs;
      for (let at = reports; ; at++) {
        attempts += 1;
        const { port } = service.nodes[at % service.nodes.length]!;
        const ended = await reportOnce(port, key, isKeyed ? onceKey : undefined);
        if (typeof ended === "number") {
          answered += isKeyed ? charged : ended;
          break;
        }
        if (ended === undefined) lost += 1;
        if (!isKeyed && ended === undefined) {
          await Bun.sleep(50);
          break;
        }
        const isPassing = ended === undefined || ended === "conflict" || ended === "unavailable";
        if (!isPassing) {
          broken.push(`${onceKey}: ${ended}`);
          break;
        }
        if (performance.now() > end) {
          late += 1;
          broken.push(`late: ${onceKey} had no answer in ${hangMs} ms, and ${ended ?? "none"} at last`);
          break;
        }
        await Bun.sleep(50);
      }
    }
  };
  const killing = async () => {
    while (killed < kills) {
      const node = service.nodes[killed++ % service.nodes.length]!;
      await Bun.sleep(300 + Math.random() * 1200);
      await node.end("SIGKILL");
      await node.start();
    }
    isOver = true;
  };
  await Promise.all([killing(), ...Array.from({ length: callers }, caller)]);
  await using db = await settle(service);
  const row = await db.get<{ used: number }>(
    sql`select used from credit_total where subscription_id = ${subscription}`,
  );
  const total = row?.used ?? 0;
  // A kill loses at most one answer of each caller. A report that was not answered may be charged, once.
  const most = (isKeyed ? answered : answered + kills * callers * charged) + late * charged;
  if (total < answered || total > most || (total - answered) % charged !== 0)
    broken.push(`${total} credits are used, and ${answered} to ${most} were answered`);
  return { broken, figures: { reports, attempts, lost, kills: killed, charged: total, answered } };
}

const fault =
  (isKeyed: boolean): FeatureFault =>
  async (at) => {
    const service = await install(at);
    try {
      return await reportUnderKills(service, 12, isKeyed);
    } finally {
      await service.end();
    }
  };

/** For `npm run torture`. */
export const faults: Record<string, FeatureFault> = { reports: fault(false), "reports-once": fault(true) };
