// Before the router reads the address.
import "./open-docs.ts";
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { followConnection, noteStart } from "./api/reachability.ts";
import { startHandover } from "./api/session-handover.ts";
import { App, preparePage, prepareSession } from "./frame/app.tsx";
import { findPage } from "./frame/find-page.ts";
import { movedTo } from "./frame/moved.ts";
import { queryClient } from "./parts/query-client.ts";
import { addressStore, startRouter } from "./parts/router.tsx";

const root = document.getElementById("root");
if (!root) throw new Error("the page has no #root");
followConnection();
startHandover();
void noteStart();
await startRouter({
  prepare: preparePage,
  pageAt: ({ pathname, search }) => findPage(pathname, search)?.page,
  moved: movedTo,
});
// A page that needs a session leads to the sign-in without one.
await prepareSession(addressStore.get());
// Renders in short tasks, because visitors already see the page's first state.
startTransition(() =>
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <App />
      </QueryClientProvider>
    </StrictMode>,
  ),
);
