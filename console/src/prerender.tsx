import { QueryClientProvider } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import { brandStore } from "./api/brand.ts";
import { App, preparePage } from "./frame/app.tsx";
import { publicPages } from "./frame/public-pages.ts";
import { queryClient } from "./parts/query-client.ts";
import { addressStore } from "./parts/router.tsx";

/**
 * The first state of each visitors' page as HTML, by its path, and after `named:` the one that has other words under an operator's name. The
 * build calls it, with a document of its own.
 */
export async function prerendered(): Promise<Record<string, string>> {
  const html: Record<string, string> = {};
  const program = brandStore.get();
  for (const pathname of Object.keys(publicPages).filter((path) => !path.includes("$"))) {
    await preparePage({ pathname, search: {} });
    addressStore.set({ pathname, search: {} });
    html[pathname] = rendered();
    if (pathname !== "/") continue;
    brandStore.set({ ...program, name: "" });
    html[`named:${pathname}`] = rendered();
    brandStore.set(program);
  }
  return html;
}

const rendered = (): string =>
  renderToString(
    <QueryClientProvider client={queryClient}>
      <App />
    </QueryClientProvider>,
  );
