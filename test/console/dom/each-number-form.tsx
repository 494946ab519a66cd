import { beforeEach, expect, setSystemTime, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type } from "./act.ts";
import { all, control, messageOf } from "./find.ts";
import { numberForms } from "./number-forms.tsx";
import { setUp } from "./page.ts";
import { pageLanguage } from "./page-language.ts";
import { sentenceOf, spellings } from "./spellings.ts";

// Run by `test/console/number-forms.test.ts` in a process per language: a page has one language from its first module.

setUp();
beforeEach(() => void setSystemTime(new Date("2026-11-23T10:00:00Z")));

const sources = join(import.meta.dir, "../../../console/src");
/** Confirmations are dialogs without fields. */
const declared = /<(?:FormDialog|FieldForm)\b[\s\S]*\bfields=\{/;
const textOf = (path: string) => readFileSync(join(sources, path), "utf8");

test("each declared form, and each with a number, is opened here", () => {
  const found = [...new Bun.Glob("{features,pages}/**/*.tsx").scanSync(sources)].filter((path) => {
    if (/\.test\.tsx$|-records\.tsx$/.test(path)) return false;
    return declared.test(textOf(path)) || /<(?:Whole|Money|Rate|Share)Field\b|inputMode/.test(textOf(path));
  });
  const opened = numberForms.flatMap(({ file }) => file.split(" "));
  expect([...new Set(opened)].sort()).toEqual(found.sort());
});

const textboxes = () => all("textbox");
const isNumber = (field: HTMLElement) => /^(numeric|decimal)$/.test(field.getAttribute("inputmode") ?? "");
const buttons = (frame = "") =>
  document.querySelectorAll<HTMLButtonElement>(
    `#root ${frame} button[type=submit], #root ${frame} .btn-primary`,
  );

for (const [index, form] of numberForms.entries())
  test(`${index}: ${form.file} opens without a fault`, async () => {
    await form.open();
    const faults = textboxes()
      .filter((field) => field.getAttribute("aria-invalid") === "true")
      .map((field) => `${field.id}: ${(field as HTMLInputElement).value}`);
    const sources = form.file.split(" ").map(textOf).join();
    const frame = document.querySelector("dialog") ? "dialog form" : "form";
    if (declared.test(sources)) expect(buttons(frame).length).toBeGreaterThan(0);
    expect([faults, textboxes().filter(isNumber).length]).toEqual([[], form.fields]);
  });

for (const form of numberForms.filter(({ money }) => money))
  test(`${form.file} reads amounts, or says what to type`, async () => {
    await form.open();
    for (const label of form.money!) {
      const read: string[][] = [];
      for (const [text] of spellings) {
        await type(label, text);
        const isRefused = control(label).getAttribute("aria-invalid") === "true";
        const pressable = [...buttons()].filter(({ disabled }) => !disabled).length > 0;
        const message = messageOf(label);
        const [sentence] = /^.*?[.](?= |$)/.exec(message.replace(/ (?=€)/g, "\u00a0")) ?? [""];
        read.push([
          text,
          isRefused ? message : sentence!.replaceAll("\u00a0", " "),
          isRefused && pressable && !form.isLive ? "pressable" : "",
        ]);
      }
      const expected = spellings.map(([text, point, comma]) => {
        const spelled = pageLanguage === "en" ? point : comma;
        return [text, sentenceOf(spelled, pageLanguage).replaceAll("\u00a0", " "), ""];
      });
      expect(read).toEqual(expected);
    }
  });
