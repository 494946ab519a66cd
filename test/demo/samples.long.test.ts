import { expect, test } from "bun:test";
import type { SampleCall } from "../../console/src/parts/samples.ts";
import { runCurl, runPython, runTypescript, sampleCalls } from "./code-samples.ts";
import { startDemo } from "./demo-service.ts";

/** Answers without the credits that are left, and without what the samples before them have added to the report. */
const settled = (bodies: readonly unknown[], calls: readonly SampleCall[]): unknown =>
  JSON.parse(
    JSON.stringify(
      bodies.map((body, index) =>
        calls[index]!.operation?.id === "reportOfKey" ? { ...(body as object), items: [], total: 0 } : body,
      ),
    )
      .replaceAll(/"credits_remaining":\d+/g, '"credits_remaining":0')
      .replaceAll(/"request_id":"[^"]+"/g, '"request_id":""'),
  );

test("samples in curl, TypeScript and Python return the same", async () => {
  const { service, caller } = await startDemo();
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    idleTimeout: 0,
    fetch: (request) => service.serve(request, "127.0.0.1"),
  });
  const { key } = caller.account;
  const url = server.url.origin;
  const calls = sampleCalls((await service.ask("GET", "/openapi.json")).body);
  const byCurl = (await runCurl(calls, key, url)).map((body, index) =>
    calls[index]!.operation!.id === "decodeVins"
      ? (body as { data: { data: unknown }[] }).data.map(({ data }) => data)
      : body,
  );
  expect(calls.length).toBeGreaterThan(90);
  const others = [await runTypescript(calls, key, url), await runPython(calls, key, url)];
  for (const bodies of others) if (bodies) expect(settled(bodies, calls)).toEqual(settled(byCurl, calls));
  await server.stop(true);
  await service.end();
}, 180_000);
