import { expect, test } from "bun:test";
import { type Language, preferredLanguage } from "./languages.ts";

test("the language that a browser prefers is found by weight, then by place", () => {
  const headers: readonly (readonly [string | null, Language])[] = [
    [null, "en"],
    ["", "en"],
    ["*", "en"],
    ["de", "de"],
    ["de-AT,de;q=0.9,en;q=0.8", "de"],
    ["ES-419", "es"],
    ["cs,fr;q=0.9", "en"],
    ["cs,es;q=0.3,de;q=0.7", "de"],
    ["en;q=0.5, de ; q=0.5", "en"],
    ["de;q=0,es;q=0.1", "es"],
    ["de;q=high,es;q=0.1", "es"],
    ["de;q=7", "en"],
    ["de;Q=0.1,es;q=0.5", "es"],
    ["english, deutsch", "en"],
    [`${"xx,".repeat(1000)}de`, "en"],
  ];
  expect(headers.map(([header]) => [header, preferredLanguage(header)] as const)).toEqual([...headers]);
});
