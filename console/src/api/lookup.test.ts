import { expect, test } from "bun:test";
import { setUp } from "../../../test/console/dom/page.ts";
import { answer, json, refuse, requestId, sent, setConnected } from "../../../test/console/dom/service.ts";
import { choicesAt, codeOf, type LookupResult, lookUp, messageOf, requireLookup } from "./lookup.ts";

setUp();

const path = "/lien/5J6RW2H59JL990075";
const route = "GET /lien/{vin}";

test("a lookup sends the key and returns body and headers", async () => {
  const shown = { "x-credits-charged": "2", "x-credits-remaining": "41", "x-data-source": "demo" };
  answer(route, () => json({ data: 1 }, 200, shown));
  const { headers, milliseconds, ...result } = await lookUp(path, "vgk_1");
  expect(result).toEqual({
    path,
    status: 200,
    body: { data: 1 },
    requestId,
    charged: "2",
    remaining: "41",
    source: "demo",
  });
  expect(headers.get("x-credits-remaining")).toBe("41");
  expect(milliseconds).toBeGreaterThanOrEqual(0);
  expect(sent().map((request) => [request.path, request.headers.get("x-authkey")])).toEqual([
    [path, "vgk_1"],
  ]);
  expect(sent()[0]?.headers.has("authorization")).toBe(false);
});

test("a body that is not JSON stays text", async () => {
  answer(route, () => new Response("<html>", { status: 502 }));
  const { body, status, requestId: id, remaining, source } = await lookUp(path, "vgk_1");
  expect({ body, status, id, remaining, source }).toEqual({
    body: "<html>",
    status: 502,
    id: "",
    remaining: undefined,
    source: undefined,
  });
});

test("a required lookup accepts 200 and the stated statuses", async () => {
  refuse(route, 404, "No record.", "record_not_found");
  expect((await requireLookup(path, "k", { accepted: [404] })).status).toBe(404);
  await expect(requireLookup(path, "k")).rejects.toMatchObject({
    status: 404,
    message: "No record.",
    code: "record_not_found",
    requestId,
  });
});

test("a refused lookup keeps the time to wait", async () => {
  refuse(route, 429, "Slow down.", "rate_limited", { "retry-after": "9" });
  await expect(requireLookup(path, "k")).rejects.toMatchObject({ status: 429, retryAfter: 9 });
});

test("a lost connection is a problem", async () => {
  setConnected(false);
  await expect(lookUp(path, "k")).rejects.toMatchObject({ status: 0, code: "unreachable" });
});

test("a list returns its choices", async () => {
  answer("GET /ymm-specs/options/v3/year", () => json({ data: ["2018", "2019"] }));
  const { signal } = new AbortController();
  expect(await choicesAt("/ymm-specs/options/v3/year", "k", signal)).toEqual(["2018", "2019"]);
});

const result = (status: number, body: unknown) => ({ status, body }) as LookupResult;

test.each([
  [404, { detail: "No record.", code: "record_not_found" }, "No record.", "record_not_found"],
  [422, { detail: [{ msg: "Too short" }, { msg: "No digit" }] }, "Too short. No digit.", "validation_error"],
  [500, undefined, "The service returned 500.", "internal"],
  [502, "<html>", "The service returned 502.", "internal"],
] as const)("the message and code of a %p", (status, body, message, code) => {
  expect(messageOf(result(status, body))).toBe(message);
  expect(codeOf(result(status, body))).toBe(code);
});
