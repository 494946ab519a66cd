import { expect, test } from "bun:test";
import { facts, one } from "../../../../test/console/dom/find.ts";
import { setUp, show } from "../../../../test/console/dom/page.ts";
import { answer, json } from "../../../../test/console/dom/service.ts";
import { lookUp } from "../../api/lookup.ts";
import { LookupResponse } from "./lookup-response.tsx";

setUp();

const shown = async (headers: Record<string, string>) => {
  answer("GET /lien/{vin}", () => json({}, 404, headers));
  await show(<LookupResponse result={await lookUp("/lien/5J6RW2H59JL990075", "vgk_1")} />);
  return facts(one("dl.ans")).filter(([name]) => name !== "Duration");
};

test("a response shows what it cost", async () => {
  expect(await shown({ "x-credits-charged": "0", "x-credits-remaining": "58" })).toEqual([
    ["Status", "404 Not found"],
    ["Credits charged", "0"],
    ["Credits left", "58"],
  ]);
});

test("a response without these headers has unknown credits", async () => {
  expect(await shown({})).toEqual([
    ["Status", "404 Not found"],
    ["Credits charged", "unknown"],
    ["Credits left", "unknown"],
  ]);
});
