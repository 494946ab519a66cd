import type { Page } from "./page.ts";

let sections: readonly Page[] = [];

/** Called once, before a page is shown, because this folder imports no pages. */
export function setSections(pages: readonly Page[]): void {
  sections = pages.filter(({ section }) => section !== undefined);
}

/** The pages that are sections of Settings. */
export const allSections = (): readonly Page[] => sections;

const has = (starts: NonNullable<Page["section"]>["environment"], name: string): boolean =>
  Array.isArray(starts) && starts.some((start) => name.startsWith(`VINGATE_${start}`));

/** The section that has a setting of the environment. */
export const sectionOf = (name: string): Page | undefined =>
  sections.find(({ section }) => has(section?.environment, name)) ??
  sections.find(({ section }) => section?.environment === "others");
