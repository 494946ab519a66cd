import { expect } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContextOptions, Page } from "playwright-core";
import de from "../../console/src/base/language/de.json";
import { builtFolder } from "../../src/server/console/console-source.ts";
import { test, type WatchedPage } from "./browser.ts";
import { type ConsolePage, everyPage } from "./every-page.ts";
import { furnishTerms } from "./furnish-terms.ts";
import { misplaced } from "./overlaps.ts";
import { seeded } from "./seeded.ts";
import { openAs } from "./signed-in.ts";

const { browser, running, customer } = await seeded();
await furnishTerms(running, customer);

const roles = ["customer", "operator", "visitor"] as const;
const viewsOf = (as: ConsolePage["as"]) =>
  everyPage(customer.userId).filter((one) => one.as === as && !one.prepare);

/** Opens a view, whose heading is not in English. */
async function open(page: Page, { path }: ConsolePage): Promise<void> {
  await page.goto(running.url + path);
  await page.locator("#root > :not([data-first])").first().waitFor({ state: "attached" });
  await page.locator("h1").first().waitFor();
  await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
}

/** The built file of the German texts. */
function germanFile(): string {
  const [folder = ""] = readdirSync(builtFolder).filter((name) => !name.startsWith("."));
  const text = de["Skip to content"];
  const isGerman = (name: string) =>
    name.endsWith(".js") && readFileSync(join(builtFolder, folder, name), "utf8").includes(text);
  const found = readdirSync(join(builtFolder, folder)).find(isGerman);
  if (!found) throw new Error("no built file has the German texts");
  return found;
}

/** In place of German, each English text in brackets. */
const bracketed = `export default ${JSON.stringify(
  Object.fromEntries(Object.keys(de).map((text) => [text, `⟦${text}⟧`])),
)};`;

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

/** The words of a page that no brackets enclose: they are no texts of the console. */
async function unbracketed(page: Page): Promise<string[]> {
  const skipped =
    "script, style, noscript, code, pre, kbd, [dir=auto], bdi, [data-first], time, option[lang], .plate";
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

/** What the service sent to a tab: its words are data. */
function followData({ page }: WatchedPage): () => string {
  let data = "";
  page.on("response", (response) => {
    const kind = response.headers()["content-type"] ?? "";
    if (!/json|markdown|text\/(?:plain|html)/.test(kind)) return;
    const add = (text: string) => {
      data += text.replaceAll('\\"', '"').toLowerCase();
    };
    response.text().then(add, () => undefined);
  });
  return () => data;
}

/** Words that are no texts of the console: names, addresses, dates, units, and examples of input. */
const names = [
  /Tschechien|Visual Studio Code|Windsurf|Gemini CLI|Claude (?:Code|Desktop)|Cursor|ada byr|llms\.txt/g,
  /\S+@\S+|vgk_\S+|\/tmp\/\S+|\d{4}-\d\d\S*|#[0-9a-f]{6}\b|^\/\S+|\b\S+\/\S+\b/g,
  /\b\d{1,2}\.? \p{L}{3,5}\b|\p{L}+ 20\d\d/gu,
  /\b(?:UTC|VINs?|APIs?|VAT|ms|s|min|kB|MB|GB|EUR|SQLite|Vingate|curl|TypeScript|Python|JSON|string|null)\b/g,
  /\b[A-Z0-9]{3,}\b|vehicle_not_found|vpic-packaged|Honda CR-V EX|\bdemo\b/g,
];

/** The parts of a text that are neither data nor names. */
function wordsOutside(text: string, data: string): string[] {
  const isData = (part: string) => data.includes(part.trim().toLowerCase());
  // Names with what the service says of them, and its paragraphs.
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

const german: BrowserContextOptions = { locale: "de-DE" };

for (const as of roles)
  test(`every text of ${as}s' pages is translated`, async () => {
    const tab = await openAs(browser, running, as, customer, german);
    tab.expect(503);
    const data = followData(tab);
    await tab.page.route(`**/${germanFile()}`, (route) =>
      route.fulfill({ contentType: "text/javascript", body: bracketed }),
    );
    const faults: string[] = [];
    for (const one of viewsOf(as)) {
      await open(tab.page, one);
      const words = await unbracketed(tab.page);
      faults.push(
        ...words.flatMap((text) =>
          wordsOutside(text, data()).map((part) => `${one.name}: ${part} (${text})`),
        ),
      );
    }
    await tab.close();
    expect([...new Set(faults)]).toEqual([]);
  }, 300_000);

// German words are the longest.
for (const as of roles)
  test(`${as}s' pages fit in German on a narrow screen`, async () => {
    const narrow = { ...german, viewport: { width: 390, height: 844 } };
    const tab = await openAs(browser, running, as, customer, narrow);
    tab.expect(503);
    const faults: string[] = [];
    for (const one of viewsOf(as)) {
      await open(tab.page, one);
      faults.push(...(await misplaced(tab.page)).map((fault) => `${one.name}: ${fault}`));
    }
    await tab.close();
    expect(faults).toEqual([]);
  }, 300_000);
