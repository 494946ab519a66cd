import { afterAll, beforeAll, expect, test } from "bun:test";
import { embedded, startService, type TestService, testOrigin } from "../harness.ts";

// The listener cuts connections that are idle for half a minute. An answer can take longer, a request may not.
let service: TestService;
beforeAll(async () => {
  service = await startService(embedded[0]!);
});
afterAll(() => service.end());

/** Whether the connection was kept open, in the order of the changes, until the response. */
async function keptOpen(path: string, init: RequestInit): Promise<{ status: number; kept: boolean[] }> {
  const kept: boolean[] = [];
  const { status } = await service.serve(new Request(testOrigin + path, init), "127.0.0.1", (open) => {
    kept.push(open);
  });
  return { status, kept };
}

test("a connection is kept open while its answer is made", async () => {
  const headers = { ...service.operatorHeaders, "content-type": "application/json" };
  const body = JSON.stringify({ name: "kept", display_name: "kept", path: "kept" });
  expect(await keptOpen("/users/", { headers })).toEqual({ status: 200, kept: [true, false] });
  expect(await keptOpen("/apis", { method: "POST", headers, body })).toEqual({
    status: 200,
    kept: [true, false],
  });
  const upload = { method: "PUT", headers: { ...headers, "content-type": "text/csv" }, body: "VIN\n" };
  expect(await keptOpen("/datasets/auction", upload)).toMatchObject({ kept: [true, false] });
  const message = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });
  const mcp = { "content-type": "application/json", accept: "application/json" };
  const got = await keptOpen("/mcp", { method: "POST", headers: mcp, body: message });
  expect(got).toEqual({ status: 200, kept: [true, false] });
});

test("a connection is not kept open while its request is received", async () => {
  const { operatorHeaders } = service;
  const { promise: received, resolve } = Promise.withResolvers<void>();
  const kept: boolean[] = [];
  for (const [method, path, type, who] of [
    ["POST", "/apis", "application/json", operatorHeaders],
    ["POST", "/mcp", "application/json", {}],
    ["PUT", "/datasets/lien", "text/csv", operatorHeaders],
  ] as const) {
    kept.length = 0;
    const reading = Promise.withResolvers<ReadableStreamDefaultController<Uint8Array>>();
    const body = new ReadableStream<Uint8Array>(
      {
        pull: (controller) => {
          reading.resolve(controller);
          return received;
        },
      },
      // Nothing is pulled before the service reads.
      { highWaterMark: 0 },
    );
    const request = new Request(testOrigin + path, {
      method,
      headers: { ...who, "content-type": type },
      body,
    });
    const answered = service.serve(request, "127.0.0.1", (open) => kept.push(open));
    const controller = await reading.promise;
    expect([path, kept]).toEqual([path, []]);
    controller.error(new Error("the client has gone"));
    await answered;
  }
  resolve();
});
