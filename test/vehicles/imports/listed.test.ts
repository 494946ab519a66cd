import { afterAll, beforeAll, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { openListed } from "../../../src/vehicles/imports/input/listed.ts";
import { recallsEuropeSource } from "../../../src/vehicles/imports/sources/recalls-abroad/recalls-eu.ts";
import { loopbackGuard as guard } from "../../outbound/guards.ts";
import { temporaryFolder } from "./importing.ts";

let server: Bun.Server<undefined>;
let origin: string;

beforeAll(() => {
  server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request) {
      const { pathname } = new URL(request.url);
      const texts: Readonly<Record<string, string>> = {
        "/list": "/one\n/absent\n/two\nhttp://elsewhere.example/three\n",
        "/none": "",
        "/one": "first ",
        "/two": "second",
        "/broken": "/one\n/page\n",
      };
      if (pathname === "/page") return new Response("<html>", { headers: { "content-type": "text/html" } });
      const text = texts[pathname];
      return text === undefined ? new Response("", { status: 404 }) : new Response(text);
    },
  });
  origin = server.url.origin;
});
afterAll(() => server.stop(true));

const addressesIn = (text: string) =>
  text
    .split("\n")
    .filter(Boolean)
    .map((line) => new URL(line, origin).href);

async function listed(path: string) {
  using folder = temporaryFolder();
  const options = { members: /x/, bytesMax: 1000, folder: folder.path, guard, insecure: true };
  let text = "";
  let name = "";
  try {
    await using input = await openListed(`${origin}${path}`, addressesIn, options);
    for await (const chunk of input.read()) text += Buffer.from(chunk).toString();
    name = input.name;
  } finally {
    expect(readdirSync(folder.path).filter((file) => !file.endsWith(".mark"))).toEqual([]);
  }
  return { text, name };
}

test("the files of a list are one input, without those that are refused and those of other hosts", async () => {
  expect(await listed("/list")).toEqual({ text: "first second", name: "2 of 3 files of list" });
});

test("a list without files, and a web page in place of a file, are refused", async () => {
  await expect(listed("/none")).rejects.toThrow(`${origin}/none lists 0 files of ${origin}, not 1 to 10000`);
  await expect(listed("/broken")).rejects.toThrow(`${origin}/page returned a web page, not a file`);
});

test("Safety Gate's list has a comma behind each address", () => {
  const detail = "https://ec.europa.eu/safety-gate-alerts/api/download/weeklyReport/detail/xml";
  const report = (number: number, more: string) =>
    `<weeklyReport><reference>Report-2026-39</reference><URL>${detail}/${number}?language=en${more}</URL></weeklyReport>`;
  const list = `<?xml version="1.0"?><Safety-Gate>${report(10000325, "&amp;search=A,")}${report(520, "")}<URL>https://ec.europa.eu/other</URL></Safety-Gate>`;
  expect(recallsEuropeSource.listed!(list)).toEqual([
    `${detail}/10000325?language=en&search=A`,
    `${detail}/520?language=en`,
  ]);
});
