import { expect, test } from "bun:test";
import { DoubtfulText, garbled } from "./doubtful-text.ts";

/** The warnings on a file's only value, or why it is refused. */
async function lookedAt(text: string, value: unknown = text): Promise<unknown> {
  const doubtful = new DoubtfulText();
  async function* whole() {
    yield Buffer.from(text);
  }
  for await (const _ of doubtful.watch(whole()));
  try {
    return doubtful.warningsOf(["city"], [value]);
  } catch (error) {
    return (error as Error).message;
  }
}

test("texts that were read in a wrong encoding are warned of, with each character", async () => {
  const letters = [..."ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿ°§£«»"];
  for (const letter of [...letters, "€", "“", "–"]) {
    const text = `x${new TextDecoder("windows-1252").decode(Buffer.from(letter))}y`;
    expect([letter, await lookedAt(text)]).toEqual([letter, [garbled]]);
  }
  for (const text of ["München", "SÃO", "Âge", "â la", "Größe 5 °C", "ÄÖÜ€"])
    expect([text, await lookedAt(text)]).toEqual([text, []]);
});

test("a NUL character costs its row, in CSV and in JSON", async () => {
  const refusal = "city has a NUL character; export the file again as text in UTF-8";
  expect(await lookedAt("a\0")).toBe(refusal);
  expect(await lookedAt('["\\u0000"]', ["\0"])).toBe(refusal);
  expect(await lookedAt("a\0", "b")).toEqual([]);
});
