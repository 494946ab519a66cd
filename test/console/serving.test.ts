import { afterAll, beforeAll, expect, test } from "bun:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { type ConsoleFiles, consoleFiles } from "../../src/server/console/console-files.ts";
import { startService, type TestService, testOrigin } from "../harness.ts";

let service: TestService;
let files: ConsoleFiles;

beforeAll(async () => {
  files = await consoleFiles();
  service = await startService();
}, 180_000);

afterAll(() => service.end());

const policy =
  "default-src 'self'; img-src 'self' data: http://vingate.test; object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'";

test.each([
  "/console",
  "/console/",
  "/console/sign-in",
  "/console/customers/some.one@example",
])("%p is the console's page under a strict policy", async (path) => {
  const got = await service.ask("GET", path);
  expect(got.status).toBe(200);
  expect(got.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(got.headers.get("content-security-policy")).toBe(policy);
  expect(got.headers.get("cache-control")).toBe("no-cache");
  expect(got.text).toContain(`src="/console/${files.description.entry}"`);
  expect(got.text).not.toMatch(/<script>|<style|style=/);
});

test.each([
  ["/console/docs", "<h1", ["/llms.txt", "/docs/quick-start.md"]],
  ["/console/docs/reference", "API reference", ["/openapi.json"]],
  ["/docs", "API reference", ["/openapi.json"]],
  ["/console/", "Turn 17 characters", []],
  ["/console/sign-up", "Create your account", []],
])("%p has its first state and names what it reads", async (path, words, texts) => {
  const got = await service.ask("GET", path);
  expect(got.text).toContain('<div id="root"><div data-first inert>');
  expect(got.text).toContain(words);
  expect(/ data-reads="(.*?)"/.exec(got.text)?.[1]).toBe(texts.join(" "));
  expect(got.text).not.toMatch(/<style|style=|built\.invalid/);
});

test("other pages are empty until their script runs", async () => {
  expect((await service.ask("GET", "/console/customers")).text).toContain('<div id="root"></div>');
});

test("a built file is sent compressed, cached permanently, and once", async () => {
  const name = files.description.entry;
  const plain = await (await files.byName.get(name)!.form("identity")).bytes();
  const forms = [
    ["br", brotliDecompressSync],
    ["gzip", gunzipSync],
  ] as const;
  const etags = new Set<string | null>();
  for (const [encoding, decompress] of forms) {
    const answer = await service.serve(
      new Request(`http://vingate.test/console/${name}`, {
        headers: { "accept-encoding": `${encoding}, deflate` },
      }),
      "127.0.0.1",
    );
    expect(answer.headers.get("content-encoding")).toBe(encoding);
    expect(answer.headers.get("vary")).toBe("accept-encoding");
    expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(Buffer.compare(decompress(await answer.bytes()), plain)).toBe(0);
    etags.add(answer.headers.get("etag"));
  }
  const whole = await service.ask("GET", `/console/${name}`, {
    headers: { "accept-encoding": "br;q=0, identity" },
  });
  expect(whole.headers.get("content-encoding")).toBeNull();
  etags.add(whole.headers.get("etag"));
  expect(etags.size).toBe(3);
  const again = await service.ask("GET", `/console/${name}`, {
    headers: { "if-none-match": whole.headers.get("etag") ?? "" },
  });
  expect([again.status, again.text]).toEqual([304, ""]);
});

test("a file that is not in the build returns 404", async () => {
  const got = await service.ask("GET", "/console/main-00000000.js");
  expect(got.status).toBe(404);
  expect((got.body as { code: string }).code).toBe("not_found");
});

test("/ sends browsers to the console and returns 422 to programs", async () => {
  const page = await service.ask("GET", "/", { headers: { accept: "text/html" } });
  expect([page.status, page.headers.get("location")]).toEqual([303, "/console"]);
  const program = await service.ask("GET", "/");
  expect(program.body).toEqual({
    detail: [{ type: "missing", loc: ["header", "api-key"], msg: "Field required", input: null }],
    links: {
      errors: `${testOrigin}/docs/errors`,
      openapi: `${testOrigin}/openapi.json`,
      sign_up: `${testOrigin}/auth/signup`,
    },
  });
});

test("/docs is the reference page, without a credential", async () => {
  const [docs, page] = [
    await service.ask("GET", "/docs"),
    await service.ask("GET", "/console/docs/reference"),
  ];
  expect([docs.status, docs.headers.get("content-security-policy"), docs.text]).toEqual([
    200,
    policy,
    page.text,
  ]);
});

test("only the thread that reads barcodes may run WebAssembly, and it may send no request", async () => {
  const policies = new Map<string, string | null>();
  for (const { name } of files.description.files) {
    const { headers } = await service.ask("GET", `/console/${name}`);
    policies.set(name, headers.get("content-security-policy"));
  }
  const { barcodeWorker } = files.description;
  expect([...policies].filter(([, value]) => value !== null)).toEqual([
    [barcodeWorker, "default-src 'none'; script-src 'wasm-unsafe-eval'"],
  ]);
  const code = files.description.files.find(({ name }) => name.endsWith(".wasm"));
  expect(code?.type).toBe("application/wasm");
});
