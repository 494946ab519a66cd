import type { Page, PageParams } from "../parts/page.ts";
import type { Search } from "../parts/router.tsx";
import { pages } from "./pages.ts";

/** Undefined for what nobody has encoded, such as `%zz`: no page has it. */
export function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

/** The parameters of a path, if it has this form. */
export function paramsIn(path: string, pathname: string): PageParams | undefined {
  const segments = pathname.split("/");
  const names = path.split("/");
  if (names.length !== segments.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, name] of names.entries()) {
    const segment = segments[index] ?? "";
    if (!name.startsWith("$")) {
      if (name !== segment) return undefined;
      continue;
    }
    const value = decoded(segment);
    if (value === undefined) return undefined;
    params[name.slice(1)] = value;
  }
  return params;
}

const isMeant = ({ when }: Page, search: Search): boolean => !when || search[when[0]] === when[1];

/** The page of an address and its path's parameters. */
export function findPage(
  pathname: string,
  search: Search = {},
): { readonly page: Page; readonly params: PageParams } | undefined {
  const found = pages.flatMap((page) => {
    const params = isMeant(page, search) && paramsIn(page.path, pathname);
    return params ? [{ page, params }] : [];
  });
  // One that the search chooses precedes the others of its path, and a path without parameters one with them.
  return (
    found.find(({ page }) => page.when) ?? found.find(({ page }) => !page.path.includes("$")) ?? found[0]
  );
}
