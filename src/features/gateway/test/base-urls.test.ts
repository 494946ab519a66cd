import { expect, test } from "bun:test";
import { issues } from "../../../../test/callers.ts";
import { startGateway } from "../../../../test/gateway/gateway-service.ts";
import { rawUpstream } from "../../../../test/gateway/raw-upstream.ts";
import { kinds } from "../../../../test/harness.ts";
import { until } from "../../../../test/until.ts";
import { sql } from "../../../database/sql.ts";

test("a query in a service_url is refused, and one from before is sent and hidden", async () => {
  const service = await startGateway(kinds[0]!);
  await using upstream = rawUpstream(
    (socket) => void socket.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"),
  );
  const headers = service.operatorHeaders;
  const json = { name: "q", display_name: "q", path: "q", service_url: `${upstream.url}/v1?key=secret` };
  expect(issues(await service.ask("POST", "/apis", { headers, json }))).toEqual([
    "value_error body service_url",
  ]);
  const api = await service.register(`${upstream.url}/v1`);
  await service.change(sql`
    update api set service_url = ${`${upstream.url}/v1?key=secret`} where id = ${api.apiId}`);
  const line = (index: number) => upstream.received.at(index)?.split("\r\n")[0];
  await until(async () => {
    await service.call(api, "GET", "/a");
    return line(-1) === "GET /v1/a?key=secret HTTP/1.1";
  }, "the change is in use");
  await service.call(api, "GET", "/a?b=1");
  expect(line(-1)).toBe("GET /v1/a?key=secret&b=1 HTTP/1.1");
  const shown = await service.ask("GET", `/apis/${api.apiId}`, { headers });
  expect((shown.body as { service_url: string }).service_url).toBe(`${upstream.url}/v1?key=hidden`);
  await service.end();
});

test("an operation of the document has a price of its own", async () => {
  const service = await startGateway(kinds[0]!);
  await using upstream = rawUpstream(
    (socket) => void socket.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"),
  );
  const name = "priced";
  const api = await service.register(
    upstream.url,
    { name, path: name, display_name: name },
    { credit_cost: { default: 1, per_operation: { "priced.dear": 5, "priced.free": 0 } } },
  );
  const operation = (operationId: string) => ({ get: { operationId } });
  const document = {
    openapi: "3.1.0",
    info: { title: "Priced", version: "1" },
    paths: { "/dear": operation("dear"), "/free": operation("free"), "/other": operation("other") },
  };
  const put = await service.ask("PUT", `/apis/${api.apiId}/document`, {
    headers: { ...service.operatorHeaders, "content-type": "application/json" },
    body: JSON.stringify(document),
  });
  expect(put.status).toBe(200);
  await until(
    async () => (await service.call(api, "GET", "/free")).headers.get("x-credits-remaining") === "15",
    "the document is in use",
  );
  const left: (string | null)[] = [];
  for (const path of ["/dear", "/other", "/free"])
    left.push((await service.call(api, "GET", path)).headers.get("x-credits-remaining"));
  const spent = 15 - Number(left.at(-1));
  expect([spent, left.at(0) === left.at(1)]).toEqual([6, false]);
  await service.end();
});
