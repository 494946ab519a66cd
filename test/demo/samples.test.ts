import { expect, test } from "bun:test";
import { runCurl, runPython, runTypescript, sampleCalls } from "./code-samples.ts";
import { startDemo } from "./demo-service.ts";

/** Answers without the credits that are left. */
const settled = (bodies: readonly unknown[]): unknown =>
  JSON.parse(JSON.stringify(bodies).replaceAll(/"credits_remaining":\d+/g, '"credits_remaining":0'));

test("samples in curl, TypeScript and Python return the same", async () => {
  const { service, caller } = await startDemo();
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
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
  for (const bodies of others) if (bodies) expect(settled(bodies)).toEqual(settled(byCurl));
  await server.stop(true);
  await service.end();
}, 60_000);
