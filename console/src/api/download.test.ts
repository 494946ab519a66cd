import { afterEach, beforeEach, expect, test } from "bun:test";
import { setUp, toast } from "../../../test/console/dom/page.ts";
import { answer, refuse, sent, setConnected } from "../../../test/console/dom/service.ts";
import { browser } from "../../../test/console/dom/window.ts";
import { downloadCsv, downloadFile, downloadReport } from "./download.ts";

setUp();

interface SavedFile {
  readonly name: string;
  readonly type: string;
  readonly text: string;
}

const { createObjectURL, revokeObjectURL } = URL;
const { click } = browser.HTMLAnchorElement.prototype;
let blob: Promise<Omit<SavedFile, "name">> | undefined;
let clicks: string[] = [];

beforeEach(() => {
  clicks = [];
  URL.createObjectURL = (object: Blob) => {
    blob = object.text().then((text) => ({ text, type: object.type.replace(/;.*/, "") }));
    return "blob:1";
  };
  URL.revokeObjectURL = () => undefined;
  browser.HTMLAnchorElement.prototype.click = function () {
    clicks.push(this.download);
  };
});

afterEach(() => {
  Object.assign(URL, { createObjectURL, revokeObjectURL });
  browser.HTMLAnchorElement.prototype.click = click;
});

async function savedFiles(): Promise<SavedFile[]> {
  const content = await blob;
  return content ? clicks.map((name) => ({ name, ...content })) : [];
}

test("a table is saved under its name", async () => {
  answer("GET /imports/i1/rejects", () => new Response("line,reason\n1,bad\n"));
  await downloadCsv("/imports/i1/rejects", "rejects.csv", { a: "b c" });
  expect(await savedFiles()).toEqual([
    { name: "rejects.csv", type: "text/csv", text: "line,reason\n1,bad\n" },
  ]);
  expect(sent().map(({ query, headers }) => [query, headers.get("accept")])).toEqual([
    [{ a: "b c" }, "text/csv"],
  ]);
});

test("a file is saved as it is", async () => {
  answer(
    "GET /users/u/statements/2026-10",
    () => new Response("%PDF-", { headers: { "content-type": "application/pdf" } }),
  );
  await downloadFile("/users/u/statements/2026-10", "statement.pdf", "application/pdf");
  expect(await savedFiles()).toEqual([{ name: "statement.pdf", type: "application/pdf", text: "%PDF-" }]);
  expect(sent().map(({ headers }) => headers.get("accept"))).toEqual(["application/pdf"]);
});

test("a refused file says why and saves nothing", async () => {
  refuse("GET /users/u/statements/2026-10", 404, "There is no statement.");
  await downloadFile("/users/u/statements/2026-10", "statement.pdf", "application/pdf");
  expect(toast()).toBe("There is no statement.");
  expect(clicks).toEqual([]);
});

test("a report is saved with all its pages and one heading", async () => {
  const pages = ["api,calls\na,1\n", "api,calls\nb,2\n", "api,calls\n"];
  answer("GET /reports/byApi", ({ query }) => new Response(pages[Number(query.page) - 1]));
  await downloadReport("/reports/byApi", "calls.csv", { granularity: "day" });
  expect(await savedFiles()).toEqual([
    { name: "calls.csv", type: "text/csv", text: "api,calls\na,1\nb,2\n" },
  ]);
  expect(sent().map(({ query }) => query)).toEqual(
    ["1", "2", "3"].map((page) => ({ granularity: "day", page, page_size: "1000" })),
  );
});

test("an empty report is saved with its heading", async () => {
  answer("GET /reports/byApi", () => new Response("api,calls\n"));
  await downloadReport("/reports/byApi", "calls.csv", {});
  expect(await savedFiles()).toEqual([{ name: "calls.csv", type: "text/csv", text: "api,calls\n" }]);
});

test("a refused download says why and saves nothing", async () => {
  refuse("GET /reports/byApi", 422, "The range is too long.");
  await downloadReport("/reports/byApi", "calls.csv", {});
  expect(toast()).toBe("The range is too long.");
  expect(clicks).toEqual([]);
});

test("a lost connection is reported", async () => {
  setConnected(false);
  await downloadCsv("/reports/byApi", "calls.csv", {});
  expect(toast()).toBe("No response. Check the request log before you retry.");
  expect(clicks).toEqual([]);
});
