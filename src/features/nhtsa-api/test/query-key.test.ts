import { expect, test } from "bun:test";
import { signUp, startService } from "../../../../test/harness.ts";
import { sql } from "../../../database/sql.ts";

const path = "/vehicles/DecodeVinValues/1HGCM82633A004352";

test("a key in the query is accepted if allowed, and never stored", async () => {
  const service = await startService(undefined, { VINGATE_QUERY_KEY: "true" });
  const { key, subscriptionId } = await signUp(service);
  const statuses: number[] = [];
  for (const target of [
    `${path}?api_key=${key}&format=json`,
    `/api${path}?API_KEY=${key}`,
    // Refused for another reason, and for the key in the query.
    `/vehicles/DecodeVINValuesBatch?api_key=${key}`,
    `${path}?api_key=${key}x`,
    `/vin-decoder/1HGCM82633A004352?api_key=${key}`,
  ]) {
    const method = target.includes("Batch") ? "POST" : "GET";
    const got = await service.ask(method, target, method === "POST" ? { body: "x=1" } : {});
    statuses.push(got.status);
    expect(got.text + JSON.stringify([...got.headers])).not.toContain(key);
    if (got.status === 200) expect(got.headers.get("x-ignored-parameters")).toBeNull();
  }
  expect(statuses).toEqual([200, 200, 422, 401, 401]);
  const rows = await service.app.database.all<{ url: string; status: number }>(
    sql`select url, status from request_log where subscription_id = ${subscriptionId} order by seq`,
  );
  expect(rows).toEqual([
    { url: `${path}?format=json`, status: 200 },
    { url: `/api${path}`, status: 200 },
    { url: "/vehicles/DecodeVINValuesBatch", status: 422 },
  ]);
  expect(service.logged.join("\n")).not.toContain(key);
  await service.end();
});

test("without the setting the parameter is ignored", async () => {
  const service = await startService();
  const { key } = await signUp(service);
  const got = await service.ask("GET", `${path}?api_key=${key}`);
  expect([got.status, got.headers.get("x-ignored-parameters")]).toEqual([401, "api_key"]);
  expect(got.text).not.toContain(key);
  await service.end();
});
