import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Overrides } from "../../src/server/app.ts";
import { makeDocument } from "../../src/server/documents/document-build.ts";
import { embedded, startService, type TestService } from "../../test/harness.ts";
import { type Figure, figure } from "../common/figure.ts";

const petstore = readFileSync(join(import.meta.dir, "../../test/gateway/petstore.yaml"), "utf8");
const registered = 14;
const ticksPerSecond = 100;

/** The CPU time of this process and of ended processes that it started. */
function cpuSeconds(): number {
  const fields = readFileSync("/proc/self/stat", "utf8").split(") ")[1]!.split(" ");
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / ticksPerSecond;
}

async function registerApis(service: TestService): Promise<void> {
  const headers = service.operatorHeaders;
  for (let at = 1; at <= registered; at += 1) {
    const name = `api${at}`;
    const json = { name, display_name: name, path: name, service_url: "http://127.0.0.1:9" };
    const made = await service.ask("POST", "/apis", { headers, json });
    const { id } = made.body as { id: string };
    const type = { "content-type": "application/yaml" };
    const put = { headers: { ...headers, ...type }, body: petstore };
    const got = await service.ask("PUT", `/apis/${id}/document`, put);
    if (got.status !== 200) throw new Error(`the document was refused: ${got.text}`);
  }
}

async function read(service: TestService, name: string, path: string, own = {}): Promise<Figure> {
  const headers = { ...own, "accept-encoding": "br" };
  const request = new Request(`http://vingate.test${path}`, { headers });
  const [begun, cpu] = [performance.now(), cpuSeconds()];
  const response = await service.serve(request, "127.0.0.1");
  const { byteLength } = await response.arrayBuffer();
  const ms = performance.now() - begun;
  if (response.status !== 200) throw new Error(`${path} returned ${response.status}`);
  const used = ((cpuSeconds() - cpu) * 1000).toFixed(0);
  return figure(name, ms, "ms", `${used} ms of CPU, ${byteLength} bytes in brotli`);
}

async function withService(overrides: Overrides, work: (service: TestService) => Promise<Figure[]>) {
  const service = await startService(embedded[0]!, { VINGATE_OUTBOUND_ALLOW: "127.0.0.0/8" }, overrides);
  try {
    return await work(service);
  } finally {
    await service.end();
  }
}

/** The first request for an OpenAPI document of each kind. */
export async function benchDocuments(): Promise<Figure[]> {
  const unprepared = await withService({ documents: { own: makeDocument } }, async (service) => [
    await read(service, "/openapi.json, not prepared", "/openapi.json"),
  ]);
  const prepared = await withService({}, async (service) => {
    await registerApis(service);
    const { operatorHeaders } = service;
    return [
      await read(service, "/openapi.json", "/openapi.json"),
      await read(service, "/openapi.yaml", "/openapi.yaml"),
      await read(
        service,
        `/openapi.json with ${registered} registered APIs`,
        "/openapi.json",
        operatorHeaders,
      ),
      await read(
        service,
        `/openapi.yaml with ${registered} registered APIs`,
        "/openapi.yaml",
        operatorHeaders,
      ),
    ];
  });
  return [...unprepared, ...prepared];
}
