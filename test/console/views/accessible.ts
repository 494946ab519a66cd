import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";

const axe = readFileSync(Bun.resolveSync("axe-core/axe.min.js", import.meta.dir), "utf8");
const wcag = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** Runs in the page: finds violations. Frames and lists that views share are checked once in a document. */
const find = (rules: readonly string[]) => `(async () => {
  const shared = [...document.querySelectorAll("nav[aria-label]:not(.crumb), .topbar, .land-top, .land-foot")]
    .map((one) => one.matches("nav") ? "nav[aria-label=" + JSON.stringify(one.ariaLabel) + "]" : "." + one.className);
  window.checked ??= new Set();
  const exclude = shared.filter((part) => checked.has(part)).map((part) => [part]);
  shared.forEach((part) => checked.add(part));
  const { violations } = await axe.run(
    { include: [["html"]], exclude },
    { runOnly: ${JSON.stringify(rules)}, resultTypes: ["violations"], preload: false },
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => id + ": " + target.join(" ") + " " + (failureSummary.split("\\n")[1] ?? "")));
})()`;

/** The violations of WCAG 2.2 AA that axe finds: of all its rules, or of those that are named. */
export async function violations(page: Page, named: readonly string[] = wcag): Promise<string[]> {
  // It stays until the document is replaced.
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe);
  return (await page.evaluate(find(named))) as string[];
}
