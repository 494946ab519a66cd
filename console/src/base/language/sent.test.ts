import { expect, test } from "bun:test";
import { join } from "node:path";
import { sentText } from "./sent.ts";

/** Texts of the service as a page in German shows them: the language is chosen when its modules load. */
function inGerman(texts: readonly string[]): string[] {
  const script = `
    globalThis.localStorage = { getItem: () => "de" };
    const { sentText } = await import("${join(import.meta.dir, "sent.ts")}");
    console.log(JSON.stringify(${JSON.stringify(texts)}.map(sentText)));`;
  return JSON.parse(String(Bun.spawnSync([process.execPath, "-e", script]).stdout));
}

const sentences: Readonly<Record<string, string>> = {
  "Wrong email or password.": "Falsche E-Mail-Adresse oder falsches Passwort.",
  // Values stay, and states are words too.
  "The payment is paid already. Nothing was changed.":
    "Die Zahlung ist schon bezahlt. Nichts wurde geändert.",
  "Cannot change from active to submitted. Allowed: suspended, cancelled.":
    "Von aktiv kann nicht zu beantragt gewechselt werden. Erlaubt: ausgesetzt, storniert.",
  // A sentence within another one.
  "must be 17 letters and digits without I, O and Q: lookups of this dataset take no older VINs":
    "muss 17 Buchstaben und Ziffern ohne I, O und Q haben: Abfragen dieses Datenbestands nehmen keine älteren VINs an",
  // Findings that are joined, of which the last has no full stop.
  "No mail waits. Addresses that refuse mail: 3": "Keine E-Mail wartet. Adressen, die E-Mails ablehnen: 3",
  // The longest sentence that fits, though a shorter one does too.
  "Plan pro has no offer. Ask the operator.":
    "Der Plan pro hat kein Angebot. Wenden Sie sich an den Betreiber.",
  "Auction history": "Auktionshistorie",
  // A fault after its place, alone and within a sentence.
  "columns.price (bids[?(a && b)].amount): is absent, and required":
    "columns.price (bids[?(a && b)].amount): fehlt und ist erforderlich",
  "the answer: is not JSON": "die Antwort: ist kein JSON",
  "the record: is of another vehicle": "der Datensatz: ist von einem anderen Fahrzeug",
  "data.0.price: is absent, or of another type": "data.0.price: fehlt oder hat einen anderen Typ",
  "columns.at (sold): can be read in more than one way, and none of its rows decides; write form: dmy or mdy":
    "columns.at (sold): lässt sich auf mehrere Arten lesen, und keine seiner Zeilen entscheidet; schreiben Sie form: dmy oder mdy",
  "records (lots): is no list.": "records (lots): ist keine Liste.",
  "The answers of acme for auction do not fit its mapping: records (lots): is no list":
    "Die Antworten von acme für auction passen nicht zur Zuordnung: records (lots): ist keine Liste",
  // What is not known stays English as a whole.
  "No mail waits. The moon is full.": "No mail waits. The moon is full.",
  "Acme or Apex": "Acme or Apex",
  paid: "bezahlt",
  // Names that every object has are no texts.
  constructor: "constructor",
  "The payment is toString already. Nothing was changed.":
    "Die Zahlung ist schon toString. Nichts wurde geändert.",
  // Braces and signs of values stay as they are.
  "The payment is {state} $& already. Nothing was changed.":
    "Die Zahlung ist schon {state} $&. Nichts wurde geändert.",
};

test("sentences of the service have their values in the page's language", () => {
  const texts = Object.keys(sentences);
  const shown = inGerman(texts);
  expect(Object.fromEntries(texts.map((text, index) => [text, shown[index]!]))).toEqual(sentences);
});

test("English pages show what was sent", () => {
  expect(Object.keys(sentences).map(sentText)).toEqual(Object.keys(sentences));
});

test("a long text of a customer that looks like a sentence takes no time", () => {
  const long = `Of invoice x, ${"x can be x, ".repeat(3000)}not`;
  const from = performance.now();
  expect(inGerman([long])).toEqual([long]);
  expect(performance.now() - from).toBeLessThan(5000);
});
