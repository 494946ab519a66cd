import { afterAll, beforeAll, expect, test } from "bun:test";
import { errors } from "../../src/http/errors.ts";
import { documentedCodes } from "../../src/management/documentation/error-pages.ts";
import { lookupApis } from "../../src/vehicles/families/lookup-apis.ts";
import { blocksOf } from "../documents/page.ts";
import { type Account, signUp, startService, type TestService, testOrigin } from "../harness.ts";

let service: TestService;
let account: Account;

beforeAll(async () => {
  service = await startService();
  account = await signUp(service);
});

afterAll(() => service.end());

const guide = [
  "quick-start",
  "credentials",
  "signing-in",
  "organizations",
  "testing",
  "credits",
  "limits",
  "vehicle-reports",
  "watches",
  "vins",
  "errors",
  "reports",
  "payments",
  "statement-format",
  "webhooks",
  "stability",
  "clients",
  "command-line",
  "mcp",
  "self-hosting",
  "changelog",
  "operations",
];

test("every page is listed in llms.txt and served as Markdown", async () => {
  const listing = await service.ask("GET", "/llms.txt");
  const names = [...listing.text.matchAll(/\(http:\/\/vingate\.test\/docs\/([a-z_/-]+)\.md\)/g)].map(
    ([, name]) => name,
  );
  const families = lookupApis.map(({ id }) => `lookups/${id}`);
  expect(names).toEqual([...guide, ...families, ...documentedCodes.map((code) => `errors/${code}`)]);
  for (const name of names) {
    const page = await service.ask("GET", `/docs/${name}.md`);
    expect([name, page.status, page.headers.get("content-type")]).toEqual([
      name,
      200,
      "text/markdown; charset=utf-8",
    ]);
    expect(page.text).toMatch(/^# .+\n/);
    expect(page.text).not.toContain("undefined");
  }
  for (const name of [
    "nothing.md",
    "lookups/nothing.md",
    "lookups/auction",
    "errors/nothing",
    "errors/nothing.md",
  ])
    expect([name, (await service.ask("GET", `/docs/${name}`)).status]).toEqual([name, 404]);
});

test("an error's type is the address of its page", async () => {
  const got = await service.ask("GET", "/vin-decoder/5J6RW2H59JL990075", {
    headers: { "x-authkey": `${account.key.slice(0, -1)}_` },
  });
  const { type } = got.body as { type: string };
  expect(type).toBe(`${testOrigin}/docs/errors/invalid_credential`);
  const page = await service.ask("GET", new URL(type).pathname);
  expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  expect(page.text).toContain("<h1>401 Invalid credential</h1>");
  expect(page.text).toContain("<dt>What to do</dt><dd>Copy the key again");
  expect<string[]>(documentedCodes.toSorted()).toEqual([...Object.keys(errors), "validation_error"].sort());
});

test("a family's page shows calls, costs and an example", async () => {
  const page = await service.ask("GET", "/docs/lookups/ymm-specs.md");
  expect(page.text).toContain("| `GET /ymm-specs/v3/{year}/{make}/{model}/{trim}` |");
  expect(page.text).toMatch(/\| `GET \/ymm-specs\/options\/v3\/make\/\{year\}` \| .+ \| nothing \|/);
  for (const { id } of lookupApis) {
    const { text } = await service.ask("GET", `/docs/lookups/${id}.md`);
    expect([id, text.includes(`curl -s "$VINGATE/${id}`)]).toEqual([id, true]);
  }
});

test("links of pages begin with the service's path prefix", async () => {
  const behind = await startService(undefined, { VINGATE_PUBLIC_URL: `${testOrigin}/fleet` });
  const linksOf = async (name: string) => {
    const { text } = await behind.ask("GET", `/docs/${name}.md`);
    return [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, to]) => to);
  };
  const links = [await linksOf("lookups/vin-decoder"), await linksOf("quick-start"), await linksOf("errors")];
  await behind.end();
  expect(links).toEqual([
    [
      "/fleet/console/docs/reference?op=decodeVin",
      "/fleet/docs/operations/decodeVin.md",
      "/fleet/docs/operations/decodeVins.md",
    ],
    ["/fleet/console/docs/reference"],
    ["/fleet/docs/errors", "/fleet/docs/vins.md"],
  ]);
});

test("the quick start's commands decode a VIN", async () => {
  const { text } = await service.ask("GET", "/docs/quick-start.md");
  const blocks = blocksOf(text, "sh");
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    idleTimeout: 0,
    fetch: (request) => service.serve(request, "127.0.0.1"),
  });
  // As they are pasted: the address is the service's own.
  expect(blocks[0]).toStartWith(`VINGATE=${testOrigin}\n`);
  const script = `set -e\n${blocks[0]}\n${blocks[1]}`.replace(testOrigin, `http://127.0.0.1:${server.port}`);
  const run = Bun.spawn(["sh", "-c", script], { stdout: "pipe", stderr: "pipe" });
  const [out, said] = [await new Response(run.stdout).text(), await new Response(run.stderr).text()];
  await server.stop(true);
  expect([await run.exited, said]).toEqual([0, ""]);
  const answered = JSON.parse(out.slice(out.indexOf('{"status"')));
  expect(answered).toMatchObject({ status: "success", data: { basic: { model: "CR-V" } } });
}, 180_000);
