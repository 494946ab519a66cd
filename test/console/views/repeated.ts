import type { Page } from "playwright-core";

/** Synthetic records are marked in their own texts; the page shows the mark once. */
export async function repeatedWords(page: Page): Promise<string[]> {
  const said = /.{0,20}synthetic(?! record[:)]).{0,20}/gi;
  const words = (await page.getByRole("main").innerText()).match(said) ?? [];
  return words.length > 1 ? [words.join(" | ")] : [];
}
