import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { catalogue as german, sent } from "../../../console/src/base/language/de.ts";
import { builtFolder } from "../../../src/server/console/console-source.ts";
import type { WatchedPage } from "../browser.ts";

/** The built file of the German texts. */
export function germanFile(): string {
  const [folder = ""] = readdirSync(builtFolder).filter((name) => !name.startsWith("."));
  const text = german["Skip to content"];
  const isGerman = (name: string) =>
    name.endsWith(".js") && readFileSync(join(builtFolder, folder, name), "utf8").includes(text);
  const found = readdirSync(join(builtFolder, folder)).find(isGerman);
  if (!found) throw new Error("no built file has the German texts");
  return found;
}

const inBrackets = (texts: Readonly<Record<string, string>>) =>
  JSON.stringify(Object.fromEntries(Object.keys(texts).map((text) => [text, `⟦${text}⟧`])));

/** In place of German, each English text in brackets: those of the console, and those that the service sends. */
export const bracketed = `export const catalogue = ${inBrackets(german)};export const sent = ${inBrackets(sent)};`;

interface PageNode {
  readonly nodeType: number;
  readonly nodeValue: string | null;
  readonly parentElement: PageNode;
  closest(selector: string): unknown;
  getAttribute(name: string): string | null;
}

interface PageDocument {
  readonly body: PageNode;
  createTreeWalker(root: PageNode, shown: number): { nextNode(): PageNode | null };
}

const noTexts = "script, style, noscript, code, pre, kbd, time, option[lang], .plate";

/** Elements of what people have typed. */
const typed = "[dir=auto], bdi, [data-first]";

/** The words of a page that no brackets enclose: they are no texts of the console. */
async function unbracketed(page: Page, skipped: string): Promise<string[]> {
  return page.evaluate((hidden) => {
    const { document } = globalThis as unknown as { document: PageDocument };
    const found: string[] = [];
    let depth = 0;
    const read = (text: string) => {
      let outside = "";
      for (const sign of text) {
        if (sign === "⟦") depth += 1;
        if (depth === 0) outside += sign;
        if (sign === "⟧") depth -= 1;
      }
      if (/\p{L}{2}/u.test(outside)) found.push(outside.trim());
    };
    const walker = document.createTreeWalker(document.body, 5);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = (node.nodeType === 1 ? node : node.parentElement) as PageNode;
      if (element.closest(hidden)) continue;
      if (node.nodeType === 3) read(node.nodeValue ?? "");
      else
        for (const name of ["aria-label", "title", "placeholder", "alt", "data-l"]) {
          const value = element.getAttribute(name);
          if (value) read(value);
        }
    }
    return found;
  }, skipped);
}

/** What the service sends to a tab: its words are data. Resolves to all of it until now, in lower case. */
export function followData({ page }: WatchedPage): () => Promise<string> {
  const reads: Promise<void>[] = [];
  let data = "";
  page.on("response", (response) => {
    const kind = response.headers()["content-type"] ?? "";
    if (!/json|markdown|text\/(?:plain|html)/.test(kind)) return;
    // Quotes are escaped in JSON, and a page shows the text between backticks without them.
    const add = (text: string) => {
      data += text.replaceAll('\\"', '"').replaceAll("`", "").toLowerCase();
    };
    reads.push(response.text().then(add, () => undefined));
  });
  return async () => {
    await Promise.all(reads.splice(0));
    return data;
  };
}

/** Words that are no texts of the console: names, addresses, dates, units, and examples of input. */
const names = [
  /Tschechien|Visual Studio Code|Windsurf|Gemini CLI|Claude (?:Code|Desktop)|Cursor|ada byr|llms\.txt/g,
  /\S+@\S+|vgk_\S+|\/tmp\/\S+|\d{4}-\d\d\S*|#[0-9a-f]{6}\b|^\/\S+|\b\S+\/\S+\b/g,
  /\b\d{1,2}\.? \p{L}{3,5}\b|\p{L}+ 20\d\d/gu,
  /\b(?:UTC|VINs?|APIs?|VAT|ms|s|min|kB|MB|GB|EUR|SQLite|Vingate|curl|TypeScript|Python|JSON|string|null)\b/g,
  /\b[A-Z0-9]{3,}\b|vehicle_not_found|vpic-packaged|repair-table|Honda CR-V EX|\bdemo\b/g,
];

/** The parts of a text that are neither data nor names. */
function wordsOutside(text: string, data: string): string[] {
  const isData = (part: string) => data.includes(part.trim().replaceAll("`", "").toLowerCase());
  // Names with the service's texts about them, and its paragraphs.
  if (isData(text) || text.split(/: |\n+/).every(isData)) return [];
  const rest = names.reduce((words, pattern) => words.replace(pattern, " "), text);
  return (
    rest
      .split(/[,;:·()“”"]|\. |\bor\b|\n/)
      // The name of a member before what is wrong with it.
      .map((part) => part.trim().replace(/ \.$/, ""))
      .filter((part) => /\p{L}{2}/u.test(part) && !isData(part))
  );
}

/**
 * What stays English on a page in another language, by what begins it: names and examples that are data of vehicles and
 * accounts, and sentences that people have typed. Pages of docs and the reference are not read at all.
 */
const exempt: Readonly<Record<string, RegExp>> = {
  "texts that operators have typed of APIs, plans and subscriptions":
    /^(?:A registered API to try|Every lookup for fleets|No credits, and three calls|Remarketing of the northern)/,
  "answers of lookups, and records of vehicles":
    /^(?:U\.S\. law: |No mileage was given|What is behind|The (?:joint|software|harness) is|There is a risk)/,
  "mails, which customers receive in English": /^Someone entered /,
};

/** A sentence in English: two of its words are among the most frequent ones. */
const isEnglish = (text: string): boolean =>
  (
    text.match(
      /\b(?:the|is|are|was|were|of|not|no|with|for|from|to|and|must|has|have|that|it|can|cannot|at|be|by)\b/gi,
    ) ?? []
  ).length > 1 && !Object.values(exempt).some((kind) => kind.test(text));

/** Sentences of the service that a page shows in English. */
async function inEnglish(page: Page): Promise<string[]> {
  const shown = await unbracketed(page, noTexts);
  const plain = await unbracketed(page, `${noTexts}, ${typed}`);
  const known = shown.filter((text) => text.includes(" ") && text in sent);
  return [...new Set([...known, ...plain.filter(isEnglish)])].map(
    (text) => `in English: ${text.slice(0, 160)}`,
  );
}

/** The words of a page that neither the console has translated nor the service has sent, and its English sentences. */
export async function untranslated(page: Page, received: () => Promise<string>): Promise<string[]> {
  const texts = await unbracketed(page, `${noTexts}, ${typed}`);
  const data = await received();
  return [
    ...new Set(
      texts.flatMap((text) =>
        wordsOutside(text, data).map((part) => `not translated: ${part.slice(0, 80)} (${text.slice(0, 80)})`),
      ),
    ),
    ...(/\/(?:docs|reference)\b/.test(page.url()) ? [] : await inEnglish(page)),
  ];
}
