import { join } from "node:path";
import type { Page } from "playwright-core";
import type { Page as ListedPage } from "../../../console/src/parts/page.ts";

/** A view of the console: its path, its user and the heading of the loaded page. */
export interface ConsolePage {
  readonly name: string;
  readonly path: string;
  readonly as: "visitor" | "customer" | "operator";
  readonly heading: RegExp;
  /** Whether it has no side bar. */
  readonly isAlone?: true;
  /** The page of the list that `prepare` opens, if its path is not known before. */
  readonly opens?: string | readonly string[];
  /** Whether it shows words that neither the console nor a response has: those of a stream, or of a package. */
  readonly hasOtherWords?: true;
  /** Actions before it is checked. */
  prepare?(page: Page): Promise<void>;
}

/** Presses the first button of a name. */
export const press = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole("button", { name }).first().click();
};

// A computed path: these tests are not compiled with the console's JSX.
const list = join(import.meta.dir, "../../../console/src/frame/pages.ts");

/** The console's list of pages. */
export const { pages } = (await import(list)) as { readonly pages: readonly ListedPage[] };

/** A view of a page whose heading is its title in the list. */
export function titled(name: string, as: ConsolePage["as"], path: string): ConsolePage {
  const { pathname, searchParams } = new URL(path, "http://localhost");
  const atPath = pages.filter((one) => one.path === pathname);
  const isChosen = ({ when }: ListedPage) => when !== undefined && searchParams.get(when[0]) === when[1];
  const page = atPath.find(isChosen) ?? atPath.find(({ when }) => when === undefined);
  if (!page) throw new Error(`the console has no page ${path}`);
  const title = (as === "operator" && page.operatorTitle) || page.title;
  return { name, path, as, heading: new RegExp(`^${title}$`) };
}
