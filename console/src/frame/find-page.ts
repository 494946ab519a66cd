import type { Page, PageParams } from "../parts/page.ts";
import { pages } from "./pages.ts";

function paramsIn(path: string, pathname: string): PageParams | undefined {
  const segments = pathname.split("/");
  const names = path.split("/");
  if (names.length !== segments.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, name] of names.entries()) {
    const segment = segments[index] ?? "";
    if (name.startsWith("$")) params[name.slice(1)] = decodeURIComponent(segment);
    else if (name !== segment) return undefined;
  }
  return params;
}

/** The page of a path and the path's parameters. */
export function findPage(pathname: string): { readonly page: Page; readonly params: PageParams } | undefined {
  for (const page of pages) {
    const params = paramsIn(page.path, pathname);
    if (params) return { page, params };
  }
  return undefined;
}
