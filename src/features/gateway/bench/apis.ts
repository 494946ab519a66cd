import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort, script, start, untilReady } from "../../../../bench/common/child.ts";
import { api, type Requests, type Service } from "../../../../bench/common/service.ts";
import type { Bench } from "../../../../bench/http/bench.ts";

const million = 1_000_000;

/** An upstream on the generator's core, which answers every path with a body of a size. */
export async function startUpstream(bench: Bench, bytes: number): Promise<number> {
  const { folder, vins } = bench;
  const file = join(folder, `body-${bytes}.json`);
  writeFileSync(file, JSON.stringify(randomBytes(bytes / 2).toString("hex")));
  const port = freePort();
  const command = script("http/floor.ts", String(port), file);
  const server = start({ command, side: "load", folder, name: `upstream-${bytes}` });
  await untilReady(server, `http://127.0.0.1:${port}/${vins.first}`);
  return port;
}

/** A registered API in a product with credits that outlast any run, and its customer's calls. */
export async function register(
  { url }: Service,
  userId: string,
  upstream: number,
  limits: object = {},
): Promise<Requests> {
  const id = `bench-${upstream}`;
  const service_url = `http://127.0.0.1:${upstream}`;
  // One customer may have half of an API's places.
  const max_concurrent = 1000;
  const described = { name: id, display_name: id, path: id, service_url, max_concurrent, ...limits };
  const made = await api<{ id: string }>(`${url}/apis`, "POST", described);
  await api(`${url}/products/${id}`, "PUT", {
    credits_granted: 1000 * million,
    policy: { rate_limit: { calls: million, renewal_period_s: 1 } },
  });
  await api(`${url}/products/${id}/apis/${made.id}`, "PUT", {});
  const path = `${url}/subscriptions/to-${id}`;
  await api(path, "PUT", { scope: `/products/${id}`, owner_id: userId, state: "active" });
  const { primary_key } = await api<{ primary_key: string }>(`${path}/listSecrets`, "POST", {});
  return { base: `${url}/${id}/`, headers: { "x-AuthKey": primary_key } };
}
