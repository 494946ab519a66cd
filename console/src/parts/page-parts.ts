import type { ComponentType } from "react";
import type { RequestRecord } from "../api/client.ts";

/** What a feature adds to pages of the core. */
export interface PageParts {
  /** A section of the request log's panel about one call. */
  readonly call?: ComponentType<{ readonly record: RequestRecord }>;
  /** A page about a user, which the operator's page of the user links to. */
  readonly user?: {
    readonly title: string;
    pathOf(userId: string): string;
  };
}

let parts: readonly PageParts[] = [];

/** Called once, before a page is shown: this folder knows no features. */
export function setPageParts(own: readonly PageParts[]): void {
  parts = own;
}

export const pageParts = (): readonly PageParts[] => parts;
