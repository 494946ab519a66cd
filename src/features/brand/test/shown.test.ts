import { afterAll, beforeAll, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { asker } from "../../../../test/callers.ts";
import { startService, type TestService } from "../../../../test/harness.ts";
import { brandOf, brandSource, letterheadAt, operatorOf, serviceNameOf } from "../../../running/brand.ts";
import { consoleFiles } from "../../../server/console/console-files.ts";

const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><path d="M0 0h4v4z"/></svg>';
const digest = createHash("sha256").update(drawing).digest("hex");

let service: TestService;
beforeAll(async () => {
  await consoleFiles();
  service = await startService();
}, 180_000);
afterAll(() => service?.end());

const put = async (json: unknown) => {
  const { status, text } = await asker(service, service.operatorHeaders)("PUT", "/brand", json);
  if (status !== 200) throw new Error(text);
};

const page = async (path: string) => {
  const { text, headers } = await service.ask("GET", path);
  return {
    text,
    policy: headers.get("content-security-policy") ?? "",
    style: /<style>(.*?)<\/style>/.exec(text)?.[1],
    brand: /<script type="application\/json" id="brand">(.*?)<\/script>/.exec(text)?.[1],
  };
};

test("without a brand the page is as it was built", async () => {
  const { text, style, brand, policy } = await page("/console/sign-in");
  expect([style, brand]).toEqual([undefined, undefined]);
  expect(text).toContain("<title>Vingate</title>");
  expect(policy).not.toContain("style-src");
  const landing = await page("/console/");
  expect(ownWords.map((words) => landing.text.includes(words))).toEqual([true, true, true]);
});

/** Words of the program for those who host it. */
const ownWords = ["Turn 17 characters", "npm ci", "run yourself"];

test("the page has name, logo and colors before its script runs", async () => {
  await put({
    name: "</script><b>Lot & data",
    logo: { data: Buffer.from(drawing).toString("base64") },
    accent: { light: "#0b5d4e", dark: "#5fd4bb" },
    links: [{ label: "</script>", url: "https://lotdata.example/" }],
  });
  const { text, style, brand, policy } = await page("/console/sign-in");
  expect(text).toContain("<title>&lt;/script&gt;&lt;b&gt;Lot &amp; data</title>");
  expect(text).toContain(
    `<img class="brand-logo" src="/brand/logo?v=${digest}" alt=""/><span class="brand-name" dir="auto">&lt;/script&gt;&lt;b&gt;Lot &amp; data</span></a>`,
  );
  expect(JSON.parse(brand!)).toEqual({
    name: "</script><b>Lot & data",
    logo: `/brand/logo?v=${digest}`,
    logo_dark: null,
    contact: { email: null, phone: null, url: null },
    links: [{ label: "</script>", url: "https://lotdata.example/" }],
  });
  const light =
    "--color-accent:#0b5d4e;--color-accent-deep:#094a3e;--color-on-accent:#fafcfd;--color-accent-tint:#e2ecec";
  const dark =
    "--color-accent:#5fd4bb;--color-accent-deep:#87dfcc;--color-on-accent:#04141d;--color-accent-tint:#1c3533";
  expect(style).toBe(
    `:root{${light}}@media(prefers-color-scheme:dark){:root:not([data-theme=light]){${dark}}}:root[data-theme=dark]{${dark}}`,
  );
  const hash = createHash("sha256").update(style!).digest("base64");
  expect(policy).toContain(`; style-src 'self' 'sha256-${hash}'; `);
  const landing = await page("/console/");
  expect([
    landing.text.includes("Vehicle data by API"),
    ...ownWords.map((words) => landing.text.includes(words)),
  ]).toEqual([true, false, false, false]);
  expect(landing.text).toContain("Lot &amp; data</span></a>");
});

test("a change is on the next page, and a reader with the page of before receives it", async () => {
  const before = await service.ask("GET", "/console/users");
  await put({ name: "Another" });
  const after = await service.ask("GET", "/console/users", {
    headers: { "if-none-match": before.headers.get("etag")! },
  });
  expect([after.status, after.text.includes("<title>Another</title>")]).toEqual([200, true]);
});

test("without the feature pages show the program's name, and the settings' operator", async () => {
  // As with a list of features that lacks this one: nothing that runs keeps a brand.
  const { app } = service;
  const running = app.running.filter(({ gives }) => !gives?.has(brandSource));
  const config = { operatorName: "Lotdata", operatorEmail: undefined, operatorUrl: undefined };
  const parts = { running, config };
  expect(await brandOf(parts)).toBeUndefined();
  expect(await letterheadAt(parts, Number.MAX_SAFE_INTEGER)).toBeUndefined();
  expect(await operatorOf(parts)).toEqual({ name: "Lotdata", email: null, url: null });
  expect(await serviceNameOf(parts)).toBe("Lotdata");
  expect(await serviceNameOf({ running, config: { ...config, operatorName: undefined } })).toBe("Vingate");
});
