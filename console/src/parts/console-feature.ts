import type { Page } from "./page.ts";
import type { PageParts } from "./page-parts.ts";

/** The pages of a feature of the service. */
export interface ConsoleFeature {
  readonly pages: readonly Page[];
  /** The visitors' pages among them that the header and the foot of visitors' pages link to, by their paths. */
  readonly linked?: readonly string[];
  /** The path of the page before which they are listed; at the end without that page. */
  readonly before: string;
  /** What it adds to pages of the core. */
  readonly parts?: PageParts;
}
