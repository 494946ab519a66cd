import { settle } from "../../../../test/torture/consistency.ts";
import { addCustomers } from "../../../../test/torture/customers.ts";
import { type Installation, install } from "../../../../test/torture/installation.ts";
import type { Repeated } from "../../../../test/torture/repeats.ts";
import type { FeatureFault } from "../../../../test/torture/run.ts";
import { sql } from "../../../database/sql.ts";
import { request } from "./mcp.ts";

const granted = 100_000;
const callers = 20;
/** A node of a busy machine needs a minute or more to start again. */
const hangMs = 300_000;
const leastMs = 300;
const mostMs = 1500;
const { body, headers } = request("tools/call", {
  name: "decode_vin",
  arguments: { vin: "1HGCM82633A004352" },
});

/** What a tool call ended in: the code of its error, or `success`; undefined if its connection was cut. */
async function callOnce(port: number, key: string, onceKey: string): Promise<string | undefined> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/mcp`, {
      method: "POST",
      headers: {
        ...headers,
        "content-type": "application/json",
        connection: "close",
        "x-authkey": key,
        "idempotency-key": onceKey,
      },
      body,
      signal: AbortSignal.timeout(5000),
    });
    const { result } = (await answer.json()) as { result?: { content: { text: string }[] } };
    const text = JSON.parse(result?.content[0]?.text ?? "{}") as { code?: string; status?: unknown };
    return text.code ?? String(text.status);
  } catch {
    return undefined;
  }
}

/**
 * Calls a tool under one `Idempotency-Key` after another, each until it is answered, at any node, while nodes are killed
 * this many times. Each key that was answered is charged once.
 */
async function callToolsUnderKills(service: Installation, kills: number): Promise<Repeated> {
  const [customer] = await addCustomers(service, granted);
  const { key, subscription } = customer!;
  const broken: string[] = [];
  let [calls, answered, late, attempts, killed, isOver] = [0, 0, 0, 0, 0, false];
  const caller = async () => {
    while (!isOver) {
      const onceKey = `call-${++calls}`;
      const end = performance.now() + hangMs;
      for (let at = calls; ; at++) {
        attempts += 1;
        const { port } = service.nodes[at % service.nodes.length]!;
        const ended = await callOnce(port, key, onceKey);
        if (ended === "success") {
          answered += 1;
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
      await Bun.sleep(leastMs + Math.random() * (mostMs - leastMs));
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
  const charged = row?.used ?? 0;
  // A call that was not answered may be charged, once.
  if (charged < answered || charged > answered + late)
    broken.push(`${charged} credits are used for ${answered} answered calls and ${late} late ones`);
  return { broken, figures: { calls, attempts, kills: killed, charged } };
}

/** For `npm run torture`. */
export const faults: Record<string, FeatureFault> = {
  async tools(at) {
    const service = await install(at);
    try {
      return await callToolsUnderKills(service, 12);
    } finally {
      await service.end();
    }
  },
};
