import { QueryClientProvider } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import { App, preparePage } from "./frame/app.tsx";
import { publicPages } from "./frame/public-pages.ts";
import { queryClient } from "./parts/query-client.ts";
import { addressStore } from "./parts/router.tsx";

/** The first state of each visitors' page as HTML, by its path. The build calls it, with a document of its own. */
export async function prerendered(): Promise<Record<string, string>> {
  const html: Record<string, string> = {};
  for (const pathname of Object.keys(publicPages).filter((path) => !path.includes("$"))) {
    await preparePage(pathname);
    addressStore.set({ pathname, search: {} });
    html[pathname] = renderToString(
      <QueryClientProvider client={queryClient}>
        <App />
      </QueryClientProvider>,
    );
  }
  return html;
}
