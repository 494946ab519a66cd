import { expect, test } from "bun:test";
import { join } from "node:path";

/** The faults of a refused mapping as a page in German shows them: the language is chosen when its modules load. */
function inGerman(messages: readonly string[]): string[] {
  const issues = messages.map((msg) => ({ type: "value_error", loc: ["body", "columns"], msg, input: null }));
  const script = `
    globalThis.localStorage = { getItem: () => "de" };
    const { problemOf } = await import("${join(import.meta.dir, "../../api/problem.ts")}");
    const { faultsOf } = await import("${join(import.meta.dir, "mapping-faults.ts")}");
    const problem = problemOf(new Response("", { status: 422 }), { detail: ${JSON.stringify(issues)} });
    console.log(faultsOf(problem));`;
  return String(Bun.spawnSync([process.execPath, "-e", script]).stdout)
    .trim()
    .split("\n");
}

test("faults of a mapping have their places and reasons in the page's language", () => {
  const sent = [
    "Value error, line 12, sample 2 (columns.price (bid.amount)): is absent, and required",
    "Value error, line 8 (lookups.0.columns.vin.path): calls a function; write a selection of members, indexes and filters",
    "Value error, sample 1 (the answer): Its answer has more than 1000 records.",
    "Value error, (data): differs from what is read",
  ];
  expect(inGerman(sent)).toEqual([
    "Zeile 12, Beispiel 2: columns.price (bid.amount): fehlt und ist erforderlich.",
    "Zeile 8: lookups.0.columns.vin.path: ruft eine Funktion auf; schreiben Sie eine Auswahl aus Mitgliedern, Indizes und Filtern.",
    "Beispiel 1: die Antwort: Seine Antwort hat mehr als 1000 Datensätze.",
    "data: weicht von dem ab, was gelesen wird.",
  ]);
});
